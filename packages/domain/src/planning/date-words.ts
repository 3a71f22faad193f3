import {
  addDays,
  addMonths,
  type CalendarDate,
  countDaysInMonth,
  getWeekday,
  parseCalendarDate,
  splitDate,
  toCalendarDate,
} from './calendar-date.ts'

type Unit = 'day' | 'week' | 'month' | 'year'

/** Reads dates as people write them, in English and in one other language. */
export interface DateReader {
  /** Returns null if the text is no date. */
  read(text: string, today: CalendarDate): CalendarDate | null
}

interface LanguageWords {
  /** Monday first. */
  readonly weekdays: ReadonlyMap<string, number>
  /** January is 1. */
  readonly months: ReadonlyMap<string, number>
  /** The words for days and periods near today, such as `tomorrow` or `next week`. */
  readonly near: ReadonlyMap<string, readonly [number, Unit]>
  /** The words that are in `next week` but not in `this week`. */
  readonly next: readonly string[]
  /** Returns how the language writes `in 3 weeks`. */
  writeLater(count: number, unit: Unit): string
  /** Whether 3/4 is 3 April. */
  readonly isDayFirst: boolean
}

const units: readonly Unit[] = ['day', 'week', 'month', 'year']
const unitLetters: Readonly<Record<string, Unit>> = { d: 'day', w: 'week', m: 'month', y: 'year' }
const monthsPerYear = 12
const daysPerWeek = 7
/** Two letters are enough for a day (`fr`) but too few for a part of a word that means next. */
const shortestStem = 4

/** Folds what does not distinguish dates: case, dots after abbreviations, commas, repeated blanks. */
const fold = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.,](?=\s|$)/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** Names of days and months come from the browser. A language that it does not know leaves English. */
export function createDateReader(locale: string): DateReader {
  const languages = [...new Set([locale, 'en'])].flatMap((name) => loadWords(name) ?? [])
  return {
    read(text, today) {
      const wanted = fold(text)
      return parseCalendarDate(wanted) ?? readWithLanguages(wanted, today, languages)
    },
  }
}

function readWithLanguages(
  wanted: string,
  today: CalendarDate,
  languages: readonly LanguageWords[],
): CalendarDate | null {
  for (const words of languages) {
    const found =
      readNear(wanted, today, words) ??
      readLater(wanted, today, words) ??
      readWeekday(wanted, today, words) ??
      readDayAndMonth(wanted, today, words) ??
      readNumbers(wanted, today, words)
    if (found !== null) return found
  }
  return readEnd(wanted, today)
}

function loadWords(locale: string): LanguageWords | null {
  try {
    return readWordsOfLanguage(locale)
  } catch {
    // A browser may report a locale that Intl refuses.
    return null
  }
}

function readWordsOfLanguage(locale: string): LanguageWords {
  const relative = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' })
  const always = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'always' })
  const near = new Map<string, readonly [number, Unit]>()
  for (const count of [-1, 0, 1, 2]) near.set(fold(relative.format(count, 'day')), [count, 'day'])
  for (const unit of ['week', 'month', 'year'] as const) near.set(fold(relative.format(1, unit)), [1, unit])
  const present = new Set(fold(relative.format(0, 'week')).split(' '))
  const next = fold(relative.format(1, 'week')).split(' ')
  return {
    weekdays: collectNames(locale, 'weekday', daysPerWeek, (index) => Date.UTC(1970, 0, 5 + index), 0),
    months: collectNames(locale, 'month', monthsPerYear, (index) => Date.UTC(1970, index, 15), 1),
    near,
    next: next.filter((word) => !present.has(word) && word.length >= shortestStem),
    writeLater: (count, unit) => fold(always.format(count, unit)),
    isDayFirst: isDayBeforeMonth(locale),
  }
}

/** Collects long and short names, also as they stand inside of a date, where some languages inflect them. */
function collectNames(
  locale: string,
  type: 'weekday' | 'month',
  count: number,
  getMoment: (index: number) => number,
  first: number,
): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const width of ['long', 'short'] as const) {
    const alone = new Intl.DateTimeFormat(locale, { [type]: width, timeZone: 'UTC' })
    const inDate = new Intl.DateTimeFormat(locale, { [type]: width, day: 'numeric', timeZone: 'UTC' })
    for (let index = 0; index < count; index += 1) {
      const moment = getMoment(index)
      const part = inDate.formatToParts(moment).find((one) => one.type === type)?.value
      for (const name of [alone.format(moment), part ?? '']) {
        const folded = fold(name)
        // Languages that write months as numbers have no names for them.
        if (folded !== '' && !/^\d/u.test(folded) && !names.has(folded)) names.set(folded, index + first)
      }
    }
  }
  return names
}

function isDayBeforeMonth(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).formatToParts(0)
  return parts.findIndex(({ type }) => type === 'day') < parts.findIndex(({ type }) => type === 'month')
}

/** `today`, `tomorrow`; `next week` is its Monday, `next month` and `next year` are their first days. */
function readNear(wanted: string, today: CalendarDate, { near }: LanguageWords): CalendarDate | null {
  const [count, unit] = near.get(wanted) ?? []
  if (count === undefined || unit === undefined) return null
  if (unit === 'day') return addDays(today, count)
  if (unit === 'week') return addDays(today, daysPerWeek - getWeekday(today))
  const { year, month } = splitDate(today)
  if (unit === 'year') return toCalendarDate(year + 1, 1, 1)
  return month === monthsPerYear ? toCalendarDate(year + 1, 1, 1) : toCalendarDate(year, month + 1, 1)
}

/** `in 3 weeks`, `3 weeks`, `+2w`. */
function readLater(wanted: string, today: CalendarDate, words: LanguageWords): CalendarDate | null {
  const [, letterCount, letter] = /^(?:in )?\+? ?(\d{1,4}) ?([dwmy])$/u.exec(wanted) ?? []
  if (letter !== undefined) return addUnits(today, Number(letterCount), unitLetters[letter] as Unit)
  const count = Number(/\d{1,4}/u.exec(wanted)?.[0] ?? Number.NaN)
  if (!Number.isFinite(count)) return null
  const phrase = wanted.replace(/^\+ ?/u, '')
  for (const unit of units) {
    const later = words.writeLater(count, unit)
    // The words before the number, such as `in`, may be left out; the number itself may not.
    if (later === phrase || later.slice(later.indexOf(String(count))) === phrase) return addUnits(today, count, unit)
  }
  return null
}

function addUnits(date: CalendarDate, count: number, unit: Unit): CalendarDate | null {
  if (unit === 'day') return addDays(date, count)
  if (unit === 'week') return addDays(date, count * daysPerWeek)
  return addMonths(date, unit === 'month' ? count : count * monthsPerYear)
}

/** `friday` is the first one after today; `next friday` is that of the next week, which begins on Monday. */
function readWeekday(wanted: string, today: CalendarDate, words: LanguageWords): CalendarDate | null {
  const pieces = wanted.split(' ')
  const others = pieces.filter((piece) => !words.weekdays.has(piece))
  const weekday = words.weekdays.get(pieces.find((piece) => words.weekdays.has(piece)) ?? '')
  if (weekday === undefined || others.length !== pieces.length - 1 || others.length > 1) return null
  const present = getWeekday(today)
  const [other] = others
  if (other === undefined || other === 'this' || other === 'on') {
    return addDays(today, ((weekday - present + daysPerWeek - 1) % daysPerWeek) + 1)
  }
  const isNext = words.next.some((word) => word.startsWith(other) || other.startsWith(word))
  return isNext && other.length >= shortestStem ? addDays(today, daysPerWeek - present + weekday) : null
}

/** `12 dec`, `dec 12`, `12 december 2027`. Without a year it is the next such day, today included. */
function readDayAndMonth(wanted: string, today: CalendarDate, { months }: LanguageWords): CalendarDate | null {
  const pieces = wanted.split(' ').map((piece) => piece.replace(/^(\d{1,2})(?:st|nd|rd|th)$/u, '$1'))
  const names = pieces.filter((piece) => months.has(piece))
  const numbers = pieces.filter((piece) => /^\d{1,2}$/u.test(piece))
  const years = pieces.filter((piece) => /^\d{4}$/u.test(piece))
  if (names.length !== 1 || numbers.length !== 1 || years.length > 1) return null
  if (names.length + numbers.length + years.length !== pieces.length) return null
  const month = months.get(names[0] ?? '') ?? 0
  return findDay(Number(numbers[0]), month, years[0] === undefined ? null : Number(years[0]), today)
}

/** `12/24`, `24.12.`, `24.12.2027`, in the order of the language. */
function readNumbers(wanted: string, today: CalendarDate, { isDayFirst }: LanguageWords): CalendarDate | null {
  const [, one, other, year] = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?$/u.exec(wanted) ?? []
  if (other === undefined) return null
  const [day, month] = isDayFirst ? [one, other] : [other, one]
  return findDay(Number(day), Number(month), year === undefined ? null : Number(year), today)
}

function findDay(day: number, month: number, year: number | null, today: CalendarDate): CalendarDate | null {
  if (year !== null) return toCalendarDate(year, month, day)
  const present = splitDate(today).year
  // 29 February may be up to eight years away.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = toCalendarDate(present + ahead, month, day)
    if (date !== null && date >= today) return date
  }
  return null
}

/** Browsers have no words for this in other languages. */
function readEnd(wanted: string, today: CalendarDate): CalendarDate | null {
  const [, period] = /^(?:the )?end of (?:the |this )?(week|month|year)$/u.exec(wanted) ?? []
  const { year, month } = splitDate(today)
  if (period === 'week') return addDays(today, daysPerWeek - 1 - getWeekday(today))
  if (period === 'month') return toCalendarDate(year, month, countDaysInMonth(year, month))
  return period === 'year' ? toCalendarDate(year, monthsPerYear, 31) : null
}
