import { count, shortMs, table } from '../report.ts'
import type { CanvasRun, Cell } from './canvas-run.ts'
import type { Frames } from './probe.ts'
import type { Plan } from './plan.ts'
import type { Painted } from './page/eye.ts'

const how = `One browser for all, headless, software rendering, 1280x800; a fresh context a cell, repetitions outermost, medians. The same seeded
tree for all (2 to 8 children, titles of 3 to 8 words), growing to the right, opened at 100% with the root at the left edge.

- **open**: the nodes are in memory as a list, the JavaScript is loaded -> the root is seen and the subject is ready -> two animation frames.
  For espalier the clock starts at its mark \`nodes-received\` and readiness is \`canvas-ready\` with \`data-ready\`, said in the
  frame that paints: that is the first of the two frames. **marks**: from one mark to the other, without those frames. CPU of espalier's opening is that of its whole page, from the address on.
- **pan**: 120 wheel steps of 40 px, one a frame; **zoom**: 60 ctrl+wheel steps from 100% to about 25% and back. Times between frames, p50 / p95 / max;
  †n: only n steps fitted in the time allowed.
- **add child**, **rename**: until seen and two frames later; in brackets the frames from the start to the one that painted it. Peers by their
  own API; espalier by its keyboard: Tab, and Enter after F2 and typing.
- **CPU**: main-thread time. **heap**: after opening and a forced collection. **floor**: an empty page. **limit**: plain boxes for the
  viewport and a margin, one canvas for the links, layout and box sizes given.
- **runs**: a peer's cell that takes over 10 s is measured once, and where one took over 25 s larger maps are not tried. Those who decide a bar
  (espalier, the peers that open fastest, the limit at 10,000 nodes) are measured oftener, in turns; +n: so many openings alone.`

export const canvasDetails = (run: CanvasRun, { repetitions, turns }: Plan): string =>
  [
    '## Canvas, in Chromium',
    how,
    `Rounds of all: ${repetitions}; turns of those who decide a bar after them: ${turns}.`,
    ...run.sizes.flatMap((size) => {
      const cells = run.cells.filter((cell) => cell.size === size)
      return [
        `### ${count(size)} nodes`,
        formatTimes(cells),
        `CPU, ms of the main thread; pan and zoom a step (in brackets: wall)`,
        formatCpu(cells),
      ]
    }),
  ].join('\n\n')

const framesText = ({ p50, p95, max, steps }: Frames, asked: number) =>
  `${shortMs(p50)} / ${shortMs(p95)} / ${shortMs(max)}${steps < asked ? ` †${steps}` : ''}`
const paintedText = ({ ms, frames }: Painted) => `${shortMs(ms)} (${count(frames)})`
const runsText = ({ runs: { whole, openings }, trouble }: Cell) =>
  `${whole}${openings > 0 ? ` +${openings}` : ''}${trouble === null ? '' : `; ${trouble}`}`

const formatTimes = (cells: readonly Cell[]): string =>
  table(
    ['subject', 'open', 'marks', 'pan', 'zoom', 'add child', 'rename', 'heap MB', 'DOM elements', 'runs'],
    cells.map((cell) => {
      const { subject, result } = cell
      if (!result) return [subject.name, ...Array.from({ length: 8 }, () => '-'), runsText(cell)]
      const { open, pan, zoom, add, rename, heapMb, elements } = result
      return [
        subject.name,
        shortMs(open.ms),
        open.marksMs === undefined ? '-' : shortMs(open.marksMs),
        framesText(pan, 120),
        framesText(zoom, 60),
        paintedText(add),
        paintedText(rename),
        shortMs(heapMb),
        count(elements),
        runsText(cell),
      ]
    }),
  )

const stepText = ({ cpuPerStep, wallPerStep }: Frames) => `${shortMs(cpuPerStep)} (${shortMs(wallPerStep)})`

const formatCpu = (cells: readonly Cell[]): string =>
  table(
    ['subject', 'open', 'pan', 'zoom', 'add child', 'rename'],
    cells.flatMap(({ subject, result }) =>
      result
        ? [
            [
              subject.name,
              shortMs(result.open.cpuMs),
              stepText(result.pan),
              stepText(result.zoom),
              shortMs(result.add.cpuMs),
              shortMs(result.rename.cpuMs),
            ],
          ]
        : [],
    ),
  )
