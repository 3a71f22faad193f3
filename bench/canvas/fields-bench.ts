import type { BenchOptions, Measured } from '../bench.ts'
import type { Figure } from '../figure.ts'
import { count, shortMs, table } from '../report.ts'
import { measureCell, type CellResult, withGaps } from './measure-cell.ts'
import { medians } from './medians.ts'
import { fillFields } from './fill-fields.ts'
import { withProductMaps } from './product-map.ts'

const nodes = 10_000
const mostTimes = 1.25
const settleMs = 2_000
const rounds = { whole: 9, quick: 3 } as const

/** Compares the map of the same tree with every field set and with none, in turns of one run. */
export const fieldsOnMap = ({ isQuick, log }: BenchOptions): Promise<Measured> =>
  withProductMaps([nodes], async ({ product, measure }) => {
    const subjects = [
      { name: 'without fields', project: product.projectOf(nodes), results: [] as CellResult[] },
      { name: 'with all fields', project: await product.addProject(nodes, fillFields), results: [] as CellResult[] },
    ]
    for (let round = 1; round <= (isQuick ? rounds.quick : rounds.whole); round += 1) {
      for (const { name, project, results } of round % 2 === 0 ? subjects.toReversed() : subjects) {
        const result = await measure(project, async ({ page, driver, probe }) => {
          const cell: Partial<CellResult> = {}
          await measureCell(driver, probe, cell)
          // Right after opening, the page still holds the answer that it writes to the device.
          await page.waitForTimeout(settleMs)
          return withGaps({ ...cell, heapMb: await probe.heapMb() })
        })
        results.push(result)
        log(`round ${round}: ${name}, opened in ${shortMs(result.open.ms)} ms`)
      }
    }
    const [plain, full] = subjects.map(({ results: [first, ...others] }) =>
      medians([first ?? withGaps({}), ...others]),
    ) as [CellResult, CellResult]
    return { figures: listFigures(plain, full), details: formatDetails(plain, full) }
  })

const read = {
  'opening, from `nodes-received` to `canvas-ready`': ({ open }: CellResult) => open.marksMs ?? Number.NaN,
  'a step of panning, CPU of the main thread': ({ pan }: CellResult) => pan.cpuPerStep,
  'panning, p95 frame': ({ pan }: CellResult) => pan.p95,
} as const

function listFigures(plain: CellResult, full: CellResult): readonly Figure[] {
  const toFigure = (name: string, of: (result: CellResult) => number, unit: string): Figure => {
    const times = of(full) / of(plain)
    return {
      name: `${count(nodes)} nodes with all fields beside none: ${name}`,
      measured: `${shortMs(of(full))} ${unit}, ${times.toFixed(2)} times`,
      peer: `without: ${shortMs(of(plain))} ${unit}`,
      limit: `${mostTimes} times`,
      holds: times <= mostTimes,
    }
  }
  return [
    ...Object.entries(read).map(([name, of]) => toFigure(name, of, 'ms')),
    toFigure('JavaScript heap', ({ heapMb }) => heapMb, 'MB'),
  ]
}

const formatDetails = (plain: CellResult, full: CellResult): string =>
  [
    '## Fields on the map, in Chromium',
    table(
      ['', 'without fields', 'with all fields'],
      [
        ...Object.entries(read).map(([name, of]) => [name, shortMs(of(plain)), shortMs(of(full))]),
        ['opening until painted, ms', shortMs(plain.open.ms), shortMs(full.open.ms)],
        ['CPU of opening the whole page, ms', shortMs(plain.open.cpuMs), shortMs(full.open.cpuMs)],
        ['heap MB', shortMs(plain.heapMb), shortMs(full.heapMb)],
        ['DOM elements', count(plain.elements), count(full.elements)],
        ['zooming, p95 frame', shortMs(plain.zoom.p95), shortMs(full.zoom.p95)],
        ['adding a child, ms', shortMs(plain.add.ms), shortMs(full.add.ms)],
      ],
    ),
  ].join('\n\n')
