import type { EstimateUnit, Tag } from '@espalier/domain'
import type { Size } from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import { nodeChipTexts as texts } from '../../../texts/node-chips.ts'
import type { ChipSettings } from '../../workspace/view-settings.ts'
import type { FontStyle, TextRuler } from '../measure/text-ruler.ts'
import { maxTitleWidthPx } from '../measure/title-measure.ts'

/** NodeChips.module.css repeats these numbers; chip-row.test.ts compares them. */
export const chipFont: FontStyle = { sizePx: 11, weight: 500 }

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
} as const

const mostFaces = 3
const mostDots = 4

/** A part of a row. The width is what it takes up. */
export type Chip =
  | { readonly kind: 'priority'; readonly priority: NodeRecord['priority']; readonly widthPx: number }
  | { readonly kind: 'people'; readonly ids: readonly string[]; readonly more: string; readonly widthPx: number }
  /** A text; it is filled if it is overdue, and outlined if it warns. */
  | { readonly kind: 'text' | 'overdue' | 'warning'; readonly text: string; readonly widthPx: number }
  | { readonly kind: 'tags'; readonly tags: readonly Tag[]; readonly more: string; readonly widthPx: number }

/** What the chips of a project depend on besides the nodes. */
export interface ChipContext {
  readonly settings: ChipSettings
  readonly tags: ReadonlyMap<string, Tag>
  readonly unit: EstimateUnit
  /** YYYY-MM-DD, where the person is. */
  readonly today: string
  readonly ruler: TextRuler
}

/** Tells whether a node has any field that a chip could show. */
const hasFields = (record: NodeRecord): boolean =>
  record.dueDate !== null ||
  record.estimate !== null ||
  record.startDate !== null ||
  record.priority !== 'none' ||
  record.assigneeIds.length > 0 ||
  record.tagIds.length > 0

export const isOverdue = ({ dueDate, status }: Pick<NodeRecord, 'dueDate' | 'status'>, today: string): boolean =>
  dueDate !== null && dueDate < today && status !== 'done'

const noChips: readonly Chip[] = []

/** Lists what a node has to show, the most important first. */
export function listChips(record: NodeRecord, context: ChipContext): readonly Chip[] {
  if (!hasFields(record)) return noChips
  const { settings, ruler } = context
  const { priority, assigneeIds, startDate, dueDate, estimate, tagIds } = record
  const chips: Chip[] = []
  if (settings.priority && priority !== 'none') chips.push({ kind: 'priority', priority, widthPx: chipPx.mark })
  if (settings.assignees && assigneeIds.length > 0) chips.push(createPeopleChip(assigneeIds, ruler))
  if (settings.dates && (startDate !== null || dueDate !== null)) {
    const text = formatDates(startDate, dueDate, context.today)
    chips.push(createTextChip(isOverdue(record, context.today) ? 'overdue' : 'text', text, ruler))
  }
  if (settings.estimate && estimate !== null)
    chips.push(createTextChip('text', formatEstimate(estimate, context.unit), ruler))
  if (settings.tags && tagIds.length > 0) {
    const tags = tagIds.flatMap((id) => context.tags.get(id) ?? [])
    if (tags.length > 0) chips.push(createTagsChip(tags, ruler))
  }
  return chips
}

export function createTextChip(kind: 'text' | 'overdue' | 'warning', text: string, ruler: TextRuler): Chip {
  const widthPx = Math.ceil(ruler.measureWidth(text)) + (kind === 'text' ? 0 : 2 * chipPx.pill)
  return { kind, text, widthPx }
}

/** Leaves no room for a number that is not there. */
const formatMore = (count: number): string => (count > 0 ? `+${count}` : '')
const measureMore = (more: string, ruler: TextRuler): number =>
  more === '' ? 0 : Math.ceil(ruler.measureWidth(more)) + 2

function createPeopleChip(assigneeIds: readonly string[], ruler: TextRuler): Chip {
  const ids = assigneeIds.slice(0, mostFaces)
  const more = formatMore(assigneeIds.length - ids.length)
  const widthPx = chipPx.face + (ids.length - 1) * chipPx.faceStep + measureMore(more, ruler)
  return { kind: 'people', ids, more, widthPx }
}

function createTagsChip(all: readonly Tag[], ruler: TextRuler): Chip {
  const tags = all.slice(0, mostDots)
  const more = formatMore(all.length - tags.length)
  const widthPx = chipPx.dot + (tags.length - 1) * chipPx.dotStep + measureMore(more, ruler)
  return { kind: 'tags', tags, more, widthPx }
}

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

const measureRow = (chips: readonly Chip[]): number =>
  chips.reduce((sum, { widthPx }) => sum + widthPx + chipPx.gap, -chipPx.gap)

/**
 * The row of a branch has this room whatever its sums are, so that a changed leaf moves nothing above it. A branch that
 * is due itself may also have a warning.
 */
const belowWidthsPx = { usual: 194, due: 240 } as const

/** Returns the space that the chips of a node and the row for what is below it need; null: none. */
export function measureChips(
  { dueDate }: Pick<NodeRecord, 'dueDate'>,
  own: readonly Chip[],
  hasBelow: boolean,
): Size | null {
  if (!hasBelow && own.length === 0) return null
  const ownPx = own.length === 0 ? 0 : measureRow(fitChips(own, maxTitleWidthPx))
  const belowPx = hasBelow ? belowWidthsPx[dueDate === null ? 'usual' : 'due'] : 0
  const rows = (own.length > 0 ? 1 : 0) + (hasBelow ? 1 : 0)
  return { width: Math.max(ownPx, belowPx), height: rows * chipPx.row }
}

/** Made when first needed, because making one takes a while. */
const dayFormats = new Map<boolean, Intl.DateTimeFormat>()
const shortDates = new Map<string, string>()
const mostShortDates = 5_000

/** Formats a day without its year, unless it is another year than today's. */
export function formatShortDate(date: string, today: string): string {
  const isThisYear = date.startsWith(today.slice(0, 4))
  const key = isThisYear ? date : `${date}+`
  const known = shortDates.get(key)
  if (known !== undefined) return known
  const format = getDayFormat(!isThisYear)
  const text = format.format(Date.parse(`${date}T00:00:00Z`))
  if (shortDates.size > mostShortDates) shortDates.clear()
  shortDates.set(key, text)
  return text
}

function getDayFormat(hasYear: boolean): Intl.DateTimeFormat {
  const known = dayFormats.get(hasYear)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    ...(hasYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  dayFormats.set(hasYear, format)
  return format
}

function formatDates(start: string | null, due: string | null, today: string): string {
  if (due === null) return start === null ? '' : texts.startsOn(formatShortDate(start, today))
  const dueText = formatShortDate(due, today)
  return start === null || start === due ? dueText : texts.dates(formatShortDate(start, today), dueText)
}

let estimateFormat: Intl.NumberFormat | null = null

/** Formats an estimate with at most two decimal places. */
export function formatEstimate(estimate: number, unit: EstimateUnit): string {
  estimateFormat ??= new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
  return texts.estimate[unit](estimateFormat.format(estimate))
}
