import type { Tag } from '@espalier/domain'
import type { Size } from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import { maxTitleWidthPx } from '../measure/title-measure.ts'
import { type ChipContext, formatDates, formatEstimate } from './chip-context.ts'

/** NodeChips.module.css repeats these numbers; chip-row.test.ts compares them. */
export const chipPx = {
  /** The height of a row: with a title of one line, the box of a leaf is no higher than without. */
  row: 18,
  gap: 8,
  /** The priority. */
  mark: 12,
  face: 16,
  /** Faces overlap. */
  faceStep: 13,
  dot: 8,
  dotStep: 11,
  /** The space beside the text of a filled chip. */
  pill: 4,
  /** The speech bubble before the number of comments. */
  bubble: 13,
} as const

const mostFaces = 3
const mostDots = 4

/** A part of a row. The width is what it takes up. */
export type Chip =
  | { readonly kind: 'priority'; readonly priority: NodeRecord['priority']; readonly widthPx: number }
  | { readonly kind: 'people'; readonly ids: readonly string[]; readonly more: string; readonly widthPx: number }
  /** A text; it is filled if it is overdue, outlined if it warns, and beside a speech bubble if it counts comments. */
  | { readonly kind: 'text' | 'overdue' | 'warning' | 'comments'; readonly text: string; readonly widthPx: number }
  | { readonly kind: 'tags'; readonly tags: readonly Tag[]; readonly more: string; readonly widthPx: number }

/** Tells whether a node has any field that a chip could show. */
const hasFields = (record: NodeRecord): boolean =>
  record.dueDate !== null ||
  record.estimate !== null ||
  record.startDate !== null ||
  record.priority !== 'none' ||
  record.assigneeIds.length > 0 ||
  record.tagIds.length > 0 ||
  record.commentCount > 0

export const isOverdue = ({ dueDate, status }: Pick<NodeRecord, 'dueDate' | 'status'>, today: string): boolean =>
  dueDate !== null && dueDate < today && status !== 'done'

const noChips: readonly Chip[] = []

/** Lists what a node has to show, the most important first. `measureOwnRow` measures the same without listing it. */
export function listChips(record: NodeRecord, context: ChipContext): readonly Chip[] {
  if (!hasFields(record)) return noChips
  const { settings, today, unit } = context
  const { priority, assigneeIds, startDate, dueDate, estimate, tagIds } = record
  const chips: Chip[] = []
  if (settings.priority && priority !== 'none') chips.push({ kind: 'priority', priority, widthPx: chipPx.mark })
  if (settings.assignees && assigneeIds.length > 0) {
    const ids = assigneeIds.slice(0, mostFaces)
    const more = formatMore(assigneeIds.length, mostFaces)
    chips.push({ kind: 'people', ids, more, widthPx: measurePeople(assigneeIds.length, context) })
  }
  if (settings.dates && (startDate !== null || dueDate !== null)) {
    const kind = isOverdue(record, today) ? 'overdue' : 'text'
    chips.push({ kind, text: formatDates(startDate, dueDate, today), widthPx: measureDates(record, context) })
  }
  if (settings.estimate && estimate !== null) {
    const widthPx = context.widths.measureEstimate(estimate)
    chips.push({ kind: 'text', text: formatEstimate(estimate, unit), widthPx })
  }
  const all = settings.tags ? tagIds.flatMap((id) => context.tags.get(id) ?? []) : []
  if (all.length > 0) {
    const more = formatMore(all.length, mostDots)
    chips.push({ kind: 'tags', tags: all.slice(0, mostDots), more, widthPx: measureTags(all.length, context) })
  }
  if (record.commentCount > 0)
    chips.push({ kind: 'comments', text: String(record.commentCount), widthPx: measureComments(record, context) })
  return chips
}

/** Opening a large project measures every node: nothing is created here, and no text is written twice. */
function measureOwnRow(record: NodeRecord, context: ChipContext): number {
  if (!hasFields(record)) return 0
  const { settings, widths } = context
  const { priority, assigneeIds, startDate, dueDate, estimate, tagIds } = record
  let used = settings.priority && priority !== 'none' ? chipPx.mark : 0
  if (settings.assignees && assigneeIds.length > 0) used = extendRow(used, measurePeople(assigneeIds.length, context))
  if (settings.dates && (startDate !== null || dueDate !== null)) used = extendRow(used, measureDates(record, context))
  if (settings.estimate && estimate !== null) used = extendRow(used, widths.measureEstimate(estimate))
  if (settings.tags && tagIds.length > 0) {
    let count = 0
    for (const id of tagIds) if (context.tags.has(id)) count += 1
    if (count > 0) used = extendRow(used, measureTags(count, context))
  }
  if (record.commentCount > 0) used = extendRow(used, measureComments(record, context))
  return used
}

/** The same rule as in `fitChips`. */
function extendRow(usedPx: number, chipWidthPx: number): number {
  const next = usedPx === 0 ? chipWidthPx : usedPx + chipPx.gap + chipWidthPx
  return next > maxTitleWidthPx ? usedPx : next
}

export function createTextChip(kind: 'text' | 'overdue' | 'warning', text: string, { widths }: ChipContext): Chip {
  return { kind, text, widthPx: widths.measureText(text) + (kind === 'text' ? 0 : 2 * chipPx.pill) }
}

const measureDates = (record: NodeRecord, { widths, today }: ChipContext): number =>
  widths.measureDates(record.startDate, record.dueDate) + (isOverdue(record, today) ? 2 * chipPx.pill : 0)

const measureComments = ({ commentCount }: NodeRecord, { widths }: ChipContext): number =>
  chipPx.bubble + widths.measureText(String(commentCount))

const formatMore = (count: number, most: number): string => (count > most ? `+${count - most}` : '')

/** Leaves no room for a number that is not there. */
const measureMore = (count: number, most: number, { widths }: ChipContext): number =>
  count > most ? widths.measureText(formatMore(count, most)) + 2 : 0

const measurePeople = (count: number, context: ChipContext): number =>
  chipPx.face + (Math.min(count, mostFaces) - 1) * chipPx.faceStep + measureMore(count, mostFaces, context)

const measureTags = (count: number, context: ChipContext): number =>
  chipPx.dot + (Math.min(count, mostDots) - 1) * chipPx.dotStep + measureMore(count, mostDots, context)

/** Returns the chips that fit beside each other; a smaller one may still fit after one that does not. */
export function fitChips(chips: readonly Chip[], widthPx: number): readonly Chip[] {
  let left = widthPx + chipPx.gap
  return chips.filter((chip) => {
    const needed = chip.widthPx + chipPx.gap
    if (needed > left) return false
    left -= needed
    return true
  })
}

/**
 * The row of a branch has this room whatever its sums are, so that a changed leaf moves nothing above it. A branch that
 * is due itself may also have a warning.
 */
const belowWidthsPx = { usual: 194, due: 240 } as const

/** Returns the space that the chips of a node and the row for what is below it need; null: none. */
export function measureChips(record: NodeRecord, context: ChipContext, hasBelow: boolean): Size | null {
  const ownPx = measureOwnRow(record, context)
  if (!hasBelow) return ownPx === 0 ? null : { width: ownPx, height: chipPx.row }
  const belowPx = belowWidthsPx[record.dueDate === null ? 'usual' : 'due']
  return { width: Math.max(ownPx, belowPx), height: (ownPx === 0 ? 1 : 2) * chipPx.row }
}

const radiusPx = chipPx.dot / 2

/** Returns the background of a chip that shows tags. */
export const paintDots = (tags: readonly Tag[]): string =>
  tags.map(({ colour }, at) => paintDot(colour, radiusPx + at * chipPx.dotStep)).join(',')

const paintDot = (colour: string, x: number): string =>
  `radial-gradient(circle at ${x}px 50%, ${colour} ${radiusPx - 0.5}px, transparent ${radiusPx}px)`
