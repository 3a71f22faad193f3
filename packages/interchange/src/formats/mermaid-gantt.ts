import type { EstimateUnit } from '@espalier/domain'
import { addDays } from '@espalier/domain/planning-dates'
import { htmlToLines } from '../markup/html-text.ts'
import { buildParentIndex, type InterchangeNode, type InterchangeProject, type ParentIndex } from '../model/project.ts'
import { cleanOneLine } from '../model/text.ts'

/**
 * Writes a Gantt chart of the nodes that have dates or an estimate. Each branch below the root is a section. A node with
 * an estimate alone begins when those end that it waits for, or else when the one before it ends, as Mermaid has it.
 */
export function writeMermaidGantt(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const { estimateUnit = 'points' } = project
  const lines = [
    'gantt',
    `  title ${formatText(project.title)}`,
    '  dateFormat YYYY-MM-DD',
    // A due date is the last day of the work.
    '  inclusiveEndDates',
  ]
  const bars = [...walkBranches(family)].flatMap(({ node, branch }) => {
    const span = describeSpan(node, estimateUnit)
    return span === null ? [] : [{ node, branch, span }]
  })
  const ids = new Map(bars.map(({ node }, index) => [node.id, `n${index + 1}`]))
  let section: InterchangeNode | undefined
  for (const { node, branch, span } of bars) {
    if (section !== branch) lines.push(`  section ${formatTitle(branch)}`)
    section = branch
    const blockers = (node.blockedByIds ?? []).flatMap((id) => ids.get(id) ?? [])
    const data = span(ids.get(node.id) ?? '', blockers.length === 0 ? [] : [`after ${blockers.join(' ')}`])
    lines.push(`  ${formatTitle(node)} :${[...listStates(node), ...data].join(', ')}`)
  }
  return `${lines.join('\n')}\n`
}

interface BranchStep {
  readonly node: InterchangeNode
  /** The topmost node of its section. */
  readonly branch: InterchangeNode
}

function* walkBranches(family: ParentIndex): Iterable<BranchStep> {
  const topDepth = family.roots.length === 1 ? 1 : 0
  let branch: InterchangeNode | undefined
  for (const { node, depth } of family.walk()) {
    if (depth <= topDepth) branch = node
    yield { node, branch: branch ?? node }
  }
}

/**
 * Returns the data of a bar for its id and what it comes after; null: nothing says when it is or how long it takes. A date
 * of its own counts more than what it waits for.
 */
function describeSpan(
  { startDate, dueDate, estimate }: InterchangeNode,
  unit: EstimateUnit,
): ((id: string, after: readonly string[]) => readonly string[]) | null {
  const length = estimate == null || estimate === 0 ? null : formatDuration(estimate, unit)
  if (startDate != null) return (id) => [id, startDate, dueDate ?? length ?? '1d']
  if (dueDate != null && (estimate == null || length === null)) return (id) => ['milestone', id, dueDate, '0d']
  if (dueDate != null) {
    const start = addDays(dueDate, 1 - Math.ceil(toDays(estimate ?? 0, unit))) ?? dueDate
    return (id) => [id, start, dueDate]
  }
  return length === null ? null : (id, after) => [id, ...after, length]
}

const hoursPerDay = 8

/** A point counts as a day, because a chart has no other scale. */
const toDays = (estimate: number, unit: EstimateUnit): number => (unit === 'hours' ? estimate / hoursPerDay : estimate)

/** Mermaid reads no exponents. */
const formatDuration = (estimate: number, unit: EstimateUnit): string =>
  `${Math.max(0.01, Math.round(toDays(estimate, unit) * 100) / 100)}d`

const listStates = ({ priority, status }: InterchangeNode): readonly string[] => [
  ...(priority === 'urgent' ? ['crit'] : []),
  ...(status === 'done' ? ['done'] : status === 'progress' ? ['active'] : []),
]

/** A Gantt chart has no way to escape these signs, so their wide forms stand for them. */
const wideSigns: ReadonlyMap<string, string> = new Map([
  [':', '\uff1a'],
  [';', '\uff1b'],
  ['#', '\uff03'],
  ['%', '\uff05'],
  ['<', '\uff1c'],
  ['>', '\uff1e'],
])

/** Words that begin a statement of a chart. */
const statements =
  /^(?:\d|gantt|dateformat|inclusiveenddates|topaxis|axisformat|tickinterval|includes|excludes|todaymarker|weekday|weekend|title|acctitle|accdescr|section|click|call|href)/iu

function formatText(text: string): string {
  const safe = cleanOneLine(text).replace(/[:;#%<>]/gu, (sign) => wideSigns.get(sign) ?? sign)
  // An invisible blank at the beginning makes it a text.
  return safe === '' || statements.test(safe) ? `\u200b${safe}` : safe
}

const formatTitle = ({ title }: InterchangeNode): string => formatText(htmlToLines(title))
