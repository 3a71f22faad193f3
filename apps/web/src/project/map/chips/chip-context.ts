import type { EstimateUnit, Tag } from '@espalier/domain'
import type { ProjectDetails } from '@espalier/sync'
import { clock } from '../../../platform/timing.ts'
import { nodeChipTexts as texts } from '../../../texts/node-chips.ts'
import type { ChipSettings } from '../../workspace/view-settings.ts'
import type { FontStyle, TextRuler } from '../measure/text-ruler.ts'

/** NodeChips.module.css repeats these numbers; chip-row.test.ts compares them. */
export const chipFont: FontStyle = { sizePx: 11, weight: 500 }

/** The settings and lists that chips depend on besides the nodes. It is created again when any of it changes. */
export interface ChipContext {
  readonly settings: ChipSettings
  readonly tags: ReadonlyMap<string, Tag>
  readonly unit: EstimateUnit
  /** YYYY-MM-DD, where the person is. */
  readonly today: string
  readonly ruler: TextRuler
  readonly widths: ChipWidths
}

type ChipDefinitions = Pick<ProjectDetails, 'tags' | 'estimateUnit'>

export function createChipContext(
  settings: ChipSettings,
  { tags, estimateUnit: unit }: ChipDefinitions,
  ruler: TextRuler,
): ChipContext {
  const today = findToday()
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  return { settings, tags: byId, unit, today, ruler, widths: new ChipWidths(ruler, unit, today) }
}

/** Returns the day where the person is. */
function findToday(): string {
  const now = new Date(clock.now())
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}

/** Remembers widths by values: ten thousand nodes share few dates and estimates, and formatting takes the longest. */
class ChipWidths {
  readonly #ruler: TextRuler
  readonly #unit: EstimateUnit
  readonly #today: string
  readonly #year: string
  /** By the digits that matter. Keys of ten thousand nodes would have to be hashed if they were texts. */
  readonly #dates = new Map<number, number>()
  readonly #estimates = new Map<number, number>()
  readonly #betweenDates: number

  constructor(ruler: TextRuler, unit: EstimateUnit, today: string) {
    this.#ruler = ruler
    this.#unit = unit
    this.#today = today
    this.#year = today.slice(0, 4)
    this.#betweenDates = ruler.measureWidth(texts.dates('', ''))
  }

  measureDates(start: string | null, due: string | null): number {
    if (due === null) return start === null ? 0 : this.measureText(texts.startsOn(formatShortDate(start, this.#today)))
    if (start === null || start === due) return Math.ceil(this.#measureDate(due))
    return Math.ceil(this.#measureDate(start) + this.#betweenDates + this.#measureDate(due))
  }

  measureEstimate(estimate: number): number {
    const known = this.#estimates.get(estimate)
    if (known !== undefined) return known
    const width = this.measureText(formatEstimate(estimate, this.#unit))
    this.#estimates.set(estimate, width)
    return width
  }

  measureText(text: string): number {
    return text === '' ? 0 : Math.ceil(this.#ruler.measureWidth(text))
  }

  /**
   * All days of a month with as many digits count as equally wide: no digit is wider than an 8, and writing each of
   * hundreds of days would take long.
   */
  #measureDate(date: string): number {
    const hasYear = !date.startsWith(this.#year)
    const isLate = date.charCodeAt(8) !== zero
    const key = date.charCodeAt(5) * 1_000 + date.charCodeAt(6) * 10 + (hasYear ? 2 : 0) + (isLate ? 1 : 0)
    const known = this.#dates.get(key)
    if (known !== undefined) return known
    const width = this.#ruler.measureWidth(formatShortDate(`${date.slice(0, -2)}${isLate ? '28' : '08'}`, this.#today))
    this.#dates.set(key, width)
    return width
  }
}

const zero = '0'.charCodeAt(0)

/** Made when first needed, because making one takes a while. */
const dayFormats = new Map<boolean, Intl.DateTimeFormat>()

/** Formats a day without its year, unless it is another year than today's. */
export const formatShortDate = (date: string, today: string): string =>
  getDayFormat(!date.startsWith(today.slice(0, 4))).format(Date.parse(`${date}T00:00:00Z`))

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

export function formatDates(start: string | null, due: string | null, today: string): string {
  if (due === null) return start === null ? '' : texts.startsOn(formatShortDate(start, today))
  const dueText = formatShortDate(due, today)
  return start === null || start === due ? dueText : texts.dates(formatShortDate(start, today), dueText)
}

// Making the first formats of a page takes a while, so they are made while it waits for its nodes.
if (typeof requestIdleCallback === 'function') requestIdleCallback(() => makeFormats(findToday()))

function makeFormats(today: string): void {
  formatShortDate(today, today)
  formatEstimate(1, 'points')
}

let estimateFormat: Intl.NumberFormat | null = null

/** Formats an estimate with at most two decimal places. */
export function formatEstimate(estimate: number, unit: EstimateUnit): string {
  estimateFormat ??= new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
  return texts.estimate[unit](estimateFormat.format(estimate))
}
