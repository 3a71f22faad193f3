import type { Figure } from './figure.ts'
import { table } from './report.ts'

/** The result of one bench. */
export interface Group {
  readonly bench: string
  readonly figures: readonly Figure[]
  readonly details?: string
  /** The reason why it could not run. */
  readonly trouble?: string
}

/** The date, commit and machine shown beside every table. */
export interface Circumstances {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly browser: string
  readonly peers: readonly string[]
  readonly minutes: number
}

const columns = ['Figure', 'Measured', 'Peer', 'Limit', 'Holds']
const toRow = ({ name, measured, peer, limit, holds }: Figure): string[] => [
  name,
  measured,
  peer ?? '',
  limit,
  holds ? 'yes' : '**NO**',
]

/** Writes the one table: every figure with its peer and its limit, bench by bench. */
export const resultsTable = (groups: readonly Group[]): string =>
  table(
    columns,
    groups.flatMap(({ bench, figures, trouble }) => [
      [`**${bench}**`, trouble ? `did not run: ${trouble}` : '', '', '', trouble ? '**NO**' : ''],
      ...figures.map(toRow),
    ]),
    'texts',
  )

/** A bar has a limit; the other figures are only reported. */
const listBars = (groups: readonly Group[]): Figure[] =>
  groups.flatMap(({ figures }) => figures).filter(({ limit }) => limit !== 'none')

/** Summarizes the result in one sentence. */
export function verdict(groups: readonly Group[]): string {
  const bars = listBars(groups)
  const held = bars.filter(({ holds }) => holds).length
  const failed = groups.flatMap(({ bench, trouble }) => (trouble ? [bench] : []))
  return `${held} of ${bars.length} bars hold${failed.length > 0 ? `; not run: ${failed.join(', ')}` : ''}.`
}

export const doAllHold = (groups: readonly Group[]): boolean =>
  groups.every(({ figures, trouble }) => !trouble && figures.every(({ holds }) => holds))

const describeCircumstances = ({ date, commit, machine, node, browser }: Circumstances): string =>
  `${date}, ${commit}, ${machine}, Node ${node}, Chromium ${browser}`

/** Returns the contents of bench/results.md. */
export function resultsFile(groups: readonly Group[], where: Circumstances): string {
  const details = groups.flatMap(({ details: text }) => text ?? [])
  const parts = [
    '# What was measured',
    `Written by \`npm run bench\`: ${describeCircumstances(where)}; it took ${Math.round(where.minutes)} minutes. ${verdict(groups)} Every figure stands beside its peer and its limit of the same
run: compare rows, never figures of two machines or of two hours.`,
    `Peers: ${where.peers.join(', ')}.`,
    resultsTable(groups),
    ...details,
  ]
  return `${parts.join('\n\n')}\n`
}

/** Returns the README's part. */
export function readmePart(groups: readonly Group[], where: Circumstances): string {
  const highlights = groups.flatMap(({ figures }) => figures).filter(({ isHighlight }) => isHighlight)
  return [
    `\`npm run bench\` measures the product beside mind-elixir, simple-mind-map, markmap, jsmind, React Flow, d3-hierarchy, d3-dag, dagre, ELK and others, each figure with its peer and
its limit from the same run. Measured on ${describeCircumstances(where)}:`,
    table(columns, highlights.map(toRow), 'texts'),
    `${verdict(groups)} [bench/results.md](bench/results.md) has all of them, with the versions of the peers and how each is measured. Compare rows of one run, never figures of
two machines.`,
  ].join('\n\n')
}

const marks = { from: '<!-- bench -->', to: '<!-- /bench -->' }

/** Returns the README with another text between its marks. */
export function withPart(readme: string, part: string): string {
  const [from, to] = [readme.indexOf(marks.from), readme.indexOf(marks.to)]
  if (from < 0 || to < from) throw new Error(`the README has no ${marks.from} before a ${marks.to}`)
  return `${readme.slice(0, from + marks.from.length)}\n\n${part}\n\n${readme.slice(to)}`
}
