import { planLimits } from '../core/limits.ts'
import type { EstimateUnit } from '../node/definitions.ts'
import { type NodePriority, parsePriority } from '../node/field-values.ts'
import type { CalendarDate } from './calendar-date.ts'
import { foldName, type NamedEntry, type PlanningPerson } from './planned-node.ts'

export interface QuickEntrySubjects {
  readonly people: readonly PlanningPerson[]
  readonly tags: readonly NamedEntry[]
  readonly estimateUnit: EstimateUnit
  readonly readDate: (text: string) => CalendarDate | null
}

/** A value that somebody wrote into a title. */
export type QuickEntryValue =
  /** Everybody whom the name fits. */
  | { readonly kind: 'assignee'; readonly userIds: readonly string[] }
  /** tagId null: the project does not have the tag yet. */
  | { readonly kind: 'tag'; readonly name: string; readonly tagId: string | null }
  | { readonly kind: 'priority'; readonly priority: NodePriority }
  | { readonly kind: 'due' | 'start'; readonly date: CalendarDate }
  | { readonly kind: 'estimate'; readonly estimate: number }

export interface QuickEntryPart {
  /** Its place in the title. */
  readonly start: number
  readonly end: number
  readonly value: QuickEntryValue
}

interface TitleWord {
  readonly start: number
  readonly text: string
}

const hardSpace = '&nbsp;'
/** The end of a sentence or of a tag needs no blank before it. `!high` is neither. */
const endsSentence = /^(?:[.!?]+(?:[\s<&]|$)|<\/)/u
const hoursPerDay = 8
/** `next friday` and `12 december 2027` are the longest dates, `in 3 weeks` too. */
const mostDateWords = 4

/**
 * Finds the fields that are written in a title. The title may be rich text: tags separate words like blanks, and the
 * ranges are those of the given text.
 */
export function findQuickEntries(title: string, subjects: QuickEntrySubjects): readonly QuickEntryPart[] {
  const words = splitTitle(title)
  const parts: QuickEntryPart[] = []
  for (let index = 0; index < words.length; index += 1) {
    const part = readDatePart(words, index, title, subjects) ?? readWordPart(words[index] as TitleWord, subjects)
    if (part === null) continue
    parts.push(part)
    while (index + 1 < words.length && (words[index + 1] as TitleWord).start < part.end) index += 1
  }
  return parts
}

/** Takes parts out of a title. Blanks around them become one, or none at the ends of a line. */
export function removeQuickEntries(title: string, parts: readonly QuickEntryPart[]): string {
  let rest = title
  for (const { start, end } of [...parts].sort((one, other) => other.start - one.start)) {
    const before = trimBlanksAtEnd(rest.slice(0, start))
    const after = rest.slice(end).replace(/^(?:\s|&nbsp;)+/u, '')
    const hadBlank = before.length < start || after.length < rest.length - end
    const isAtEnd = before === '' || after === '' || endsSentence.test(after) || endsWithOpeningTag(before)
    rest = before + (hadBlank && !isAtEnd ? ' ' : '') + after
  }
  return rest
}

function endsWithOpeningTag(html: string): boolean {
  const tag = html.slice(Math.max(0, html.lastIndexOf('<')))
  return html.endsWith('>') && /^<[a-z]/iu.test(tag)
}

/** A pattern that ends with $ would try every blank of the title. */
function trimBlanksAtEnd(text: string): string {
  let trimmed = text.trimEnd()
  while (trimmed.endsWith(hardSpace)) trimmed = trimmed.slice(0, -hardSpace.length).trimEnd()
  return trimmed
}

/** Blanks out tags and hard spaces by as many blanks, so that positions stay. */
const hideMarkup = (title: string): string =>
  title.replace(/<\/?[a-z][^<>]*>|&nbsp;/giu, (markup) => ' '.repeat(markup.length))

function splitTitle(title: string): readonly TitleWord[] {
  return Array.from(hideMarkup(title).matchAll(/[^\s]+/gu), ({ 0: text, index }) => ({ start: index, text }))
}

/** A comma goes with the word; a full stop ends the sentence and stays. */
function trimWord(text: string): { readonly core: string; readonly length: number } {
  let end = text.length
  while (end > 0 && '.,;:!?)'.includes(text.charAt(end - 1))) end -= 1
  return { core: text.slice(0, end), length: end + (',;'.includes(text.charAt(end) || '.') ? 1 : 0) }
}

function readWordPart({ start, text }: TitleWord, subjects: QuickEntrySubjects): QuickEntryPart | null {
  const { core, length } = trimWord(text)
  const value = readValue(core.charAt(0), core.slice(1), subjects)
  return value === null ? null : { start, end: start + length, value }
}

function readValue(sign: string, rest: string, subjects: QuickEntrySubjects): QuickEntryValue | null {
  if (rest === '') return null
  switch (sign) {
    case '@':
      return readPerson(rest, subjects.people)
    case '#':
      return readTag(rest, subjects.tags)
    case '!':
      return readPriority(rest)
    case '~':
      return readEstimate(rest, subjects.estimateUnit)
    default:
      return null
  }
}

function readPriority(typed: string): QuickEntryValue | null {
  const priority = parsePriority(typed.toLowerCase())
  return priority === undefined ? null : { kind: 'priority', priority }
}

/** Whole names and addresses come before beginnings of names. A name that fits nobody is a word of the title. */
function readPerson(typed: string, people: readonly PlanningPerson[]): QuickEntryValue | null {
  const wanted = foldName(typed)
  const exact = people.filter((person) => listPersonNames(person).includes(wanted))
  const found = exact.length > 0 ? exact : people.filter((person) => fitsBeginning(person, wanted))
  return found.length === 0 ? null : { kind: 'assignee', userIds: found.map(({ id }) => id) }
}

const fitsBeginning = (person: PlanningPerson, wanted: string): boolean =>
  wanted.length > 1 && listPersonNames(person).some((name) => name.startsWith(wanted))

function listPersonNames({ name, email }: PlanningPerson): string[] {
  const words = foldName(name).split(' ')
  const address = foldName(email)
  const names = [...words, words.join(''), words.join('.'), words.join('_'), address, address.split('@')[0] ?? '']
  return names.filter((one) => one !== '')
}

function readTag(typed: string, tags: readonly NamedEntry[]): QuickEntryValue | null {
  const wanted = foldName(typed)
  const known = tags.find(({ name }) => foldName(name) === wanted || foldName(name).replaceAll(' ', '-') === wanted)
  if (known !== undefined) return { kind: 'tag', name: known.name, tagId: known.id }
  // `#12` is the number of an issue, and a tag begins with a letter.
  return /^\p{L}[\p{L}\p{M}\p{N}_-]{0,59}$/u.test(typed) ? { kind: 'tag', name: typed, tagId: null } : null
}

function readEstimate(typed: string, unit: EstimateUnit): QuickEntryValue | null {
  const [, digits, letter = ''] = /^(\d+(?:\.\d+)?)(p|h|d)?$/iu.exec(typed) ?? []
  if (digits === undefined) return null
  const estimate = Number(digits) * findUnitFactor(letter.toLowerCase(), unit)
  return estimate <= planLimits.estimate ? { kind: 'estimate', estimate } : null
}

/** Days and hours are converted; points are no time, so the number stays as it is written. */
function findUnitFactor(letter: string, unit: EstimateUnit): number {
  if (letter === 'd' && unit === 'hours') return hoursPerDay
  return letter === 'h' && unit === 'days' ? 1 / hoursPerDay : 1
}

/** Reads `due:next friday`: the longest run of words that is a date, in quotes or not. */
function readDatePart(
  words: readonly TitleWord[],
  index: number,
  title: string,
  { readDate }: QuickEntrySubjects,
): QuickEntryPart | null {
  const first = words[index] as TitleWord
  const [head, kind] = /^(due|start):/iu.exec(first.text) ?? []
  if (head === undefined || kind === undefined) return null
  const hidden = hideMarkup(title)
  for (let count = Math.min(mostDateWords, words.length - index); count > 0; count -= 1) {
    const last = words[index + count - 1] as TitleWord
    const text = hidden.slice(first.start, last.start + last.text.length)
    const { core, length } = trimWord(text)
    const date = readDate(core.slice(head.length).replaceAll('"', ''))
    if (date === null) continue
    return {
      start: first.start,
      end: first.start + length,
      value: { kind: kind.toLowerCase() as 'due' | 'start', date },
    }
  }
  return null
}
