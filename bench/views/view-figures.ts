import { type Figure, inOrder, quantile } from '../figure.ts'
import { count, shortMs, table } from '../report.ts'

/** The size of the plan. */
export const nodes = 10_000

const limits = { switchMs: 100, scrollTimes: 1.1, elements: 1_500, editMs: 150 } as const

export interface MeasuredView {
  readonly view: string
  /** Our own view, or the name of its peer. */
  readonly subject: string
  readonly switchMs: number
  readonly scrollMs: number
  /** A blank page, scrolled in turns with it. */
  readonly blankMs: number
  readonly elements: number
}

const formatMs = (ms: number): string => (ms === Infinity ? 'over 60,000' : shortMs(ms))

const listViews = (measured: readonly MeasuredView[]) =>
  measured
    .filter(({ subject }) => subject === 'espalier')
    .map((own) => ({ own, peer: measured.find(({ view, subject }) => view === own.view && subject !== 'espalier') }))

/** Lists the bars: three for each view beside its peer, and one for edits between views. */
export function listFigures(measured: readonly MeasuredView[], editTimes: readonly number[]): readonly Figure[] {
  const plan = `${count(nodes)} nodes`
  const figures = listViews(measured).flatMap(({ own, peer }): readonly Figure[] => {
    const { switchMs, scrollMs, blankMs, elements } = own
    const view = own.view.toLowerCase()
    const beside = (format: (of: MeasuredView) => string) => (peer ? { peer: `${peer.subject}: ${format(peer)}` } : {})
    return [
      {
        name: `${plan}: changing to the ${view}, until it is painted, median`,
        measured: `${shortMs(switchMs)} ms`,
        ...beside((of) => `${formatMs(of.switchMs)} ms`),
        limit: `${limits.switchMs} ms`,
        holds: switchMs <= limits.switchMs,
      },
      {
        name: `${plan}: scrolling the ${view} beside a blank page (${shortMs(blankMs)} ms), p95 frame`,
        measured: `${shortMs(scrollMs)} ms, ${(scrollMs / blankMs).toFixed(2)} times`,
        ...beside((of) => `${formatMs(of.scrollMs)} ms`),
        limit: `${limits.scrollTimes} times`,
        holds: scrollMs <= blankMs * limits.scrollTimes,
      },
      {
        name: `${plan}: elements in the document with the ${view}`,
        measured: count(elements),
        ...beside((of) => count(of.elements)),
        limit: count(limits.elements),
        holds: elements <= limits.elements,
      },
    ]
  })
  const sorted = inOrder(editTimes)
  const p95 = quantile(sorted, 0.95)
  return [
    ...figures,
    {
      name: `${plan}: from the key of an edit to its paint in another person's other view, p95 of ${sorted.length}`,
      measured: `${shortMs(p95)} ms (median ${shortMs(quantile(sorted, 0.5))} ms)`,
      limit: `${limits.editMs} ms`,
      holds: p95 <= limits.editMs,
    },
  ]
}

export const listDetails = (measured: readonly MeasuredView[]): string =>
  [
    '## Views, in Chromium',
    `The same ${count(nodes)} nodes with all fields for every subject, in memory before the clock starts; headless, software rendering, 1280x800.
**switch**: from the press of the tab or button to the first frame that is painted with its items, median; the code is loaded.
**scroll**: 90 wheel steps of 120 px down and 90 up, one a frame, p95 of the times between frames; **blank**: an empty page in turns with it.`,
    table(
      ['view', 'subject', 'switch ms', 'scroll ms', 'blank ms', 'DOM elements'],
      measured.map(({ view, subject, switchMs, scrollMs, blankMs, elements }) => [
        view,
        subject,
        formatMs(switchMs),
        formatMs(scrollMs),
        shortMs(blankMs),
        count(elements),
      ]),
    ),
  ].join('\n\n')
