import { type NodeId, nodePriorities, nodeStatuses, parseOwnValue, toPlainText } from '@espalier/domain'
import { createDateReader } from '@espalier/domain/planning-date-words'
import { findDateInZone } from '@espalier/domain/planning-dates'
import { splitNames } from '@espalier/interchange'
import type { NodeFields, ProjectClient } from '@espalier/sync'
import { peopleStore } from '../../api/people.ts'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { toTitleHtml } from '../../ui/rich-text/title-html.ts'
import { parseTypedValue } from '../fields/OwnField.tsx'
import { parseEstimate } from '../fields/planning-editors.tsx'
import type { TableColumn } from './table-columns.ts'

/** Reads texts of a spreadsheet as values of columns. */
export interface CellValueReader {
  /** Null: the text is no value of this column. An empty text removes the value. */
  read(column: TableColumn, text: string): NodeFields | null
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

const findToday = (): string => findDateInZone(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Returns the words that name somebody alone: the address, what is before its @, and the name. */
function listNames(id: string): readonly string[] {
  const state = peopleStore.get(id)
  if (state.kind !== 'known') return []
  const { email, name } = state.person
  return [email, email.split('@')[0] ?? '', name ?? ''].map(fold)
}

/** Returns the ids of all names, or null if one of them is not known. */
function findAll(text: string, findOne: (name: string) => string | undefined): readonly string[] | null {
  const ids = splitNames(text).map(findOne)
  return ids.includes(undefined) ? null : [...new Set(ids.flatMap((id) => id ?? []))]
}

export function createCellValueReader(client: ProjectClient, today = findToday()): CellValueReader {
  const { tags, stages, owner, sharing, estimateUnit } = client.project.get()
  const dates = createDateReader(navigator.language)
  const members = [...new Set([owner, ...Object.keys(sharing.users)])]
  let titles: ReadonlyMap<string, NodeId | null> | null = null

  /** Null: it is no date; an empty text is none on purpose. */
  const readDate = (text: string): { readonly date: string | null } | null => {
    const date = text === '' ? null : dates.read(text, today)
    return date === null && text !== '' ? null : { date }
  }
  /** By the whole address, or by a shorter word or a name that only one person has. */
  const findPerson = (name: string): string | undefined => {
    const wanted = fold(name)
    const whole = members.find((id) => listNames(id)[0] === wanted)
    const short = members.filter((id) => listNames(id).includes(wanted))
    return whole ?? (short.length === 1 ? short[0] : undefined)
  }
  const findTag = (name: string): string | undefined => tags.find((tag) => fold(tag.name) === fold(name))?.id
  /** A title that several nodes have names none of them. */
  const findNode = (title: string): NodeId | undefined => {
    titles ??= indexTitles(client)
    return titles.get(fold(title)) ?? undefined
  }

  function readOwn(column: TableColumn, text: string): NodeFields | null {
    const { definition } = column
    if (definition === null) return null
    const toFields = (value: unknown): NodeFields | null =>
      value === undefined ? null : { fields: { [definition.id]: value } }
    if (text === '') return toFields(null)
    switch (definition.type) {
      case 'checkbox':
        return toFields(readCheck(text))
      case 'date':
        return toFields(readDate(text)?.date ?? undefined)
      case 'person':
        return toFields(findPerson(text))
      case 'choice':
        return toFields(
          parseOwnValue(definition, definition.options.find((option) => fold(option) === fold(text)) ?? text),
        )
      default: {
        const parsed = parseTypedValue(definition, text)
        return parsed.ok ? parsed.fields : null
      }
    }
  }

  return {
    read(column, given) {
      const text = given.trim()
      switch (column.id) {
        case 'title':
          return text === '' ? {} : { title: toTitleHtml(text.replaceAll(/\r\n?/gu, '\n')) }
        case 'status': {
          const status = nodeStatuses.find((one) => [one, fold(texts.statuses[one])].includes(fold(text)))
          return status === undefined ? null : { status }
        }
        case 'stage': {
          const stage = stages.find(({ name }) => fold(name) === fold(text))
          return stage === undefined ? (text === '' ? { stageId: null } : null) : { stageId: stage.id }
        }
        case 'assignees': {
          const assigneeIds = findAll(text, findPerson)
          return assigneeIds === null ? null : { assigneeIds }
        }
        case 'startDate': {
          const read = readDate(text)
          return read === null ? null : { startDate: read.date }
        }
        case 'dueDate': {
          const read = readDate(text)
          return read === null ? null : { dueDate: read.date }
        }
        case 'estimate': {
          const parsed = parseEstimate(text, estimateUnit)
          return parsed.ok ? parsed.fields : null
        }
        case 'priority': {
          const priority =
            text === '' ? 'none' : nodePriorities.find((one) => [one, fold(texts.priorities[one])].includes(fold(text)))
          return priority === undefined ? null : { priority }
        }
        case 'tags': {
          const tagIds = findAll(text, findTag)
          return tagIds === null ? null : { tagIds }
        }
        case 'blockedBy': {
          const blockedByIds = findAll(text, findNode)
          return blockedByIds === null ? null : { blockedByIds }
        }
        default:
          return readOwn(column, text)
      }
    },
  }
}

function indexTitles(client: ProjectClient): ReadonlyMap<string, NodeId | null> {
  const titles = new Map<string, NodeId | null>()
  for (const { id, title } of client.nodes()) {
    const key = fold(toPlainText(title))
    titles.set(key, titles.has(key) ? null : id)
  }
  return titles
}

const checkWords = {
  yes: new Set(['yes', 'true', '1', 'x', '✓', '☑']),
  no: new Set(['no', 'false', '0', '☐']),
} as const

/** Undefined: it is neither. A box that is not checked has no value. */
function readCheck(text: string): true | null | undefined {
  const word = fold(text)
  if (checkWords.yes.has(word) || word === fold(texts.yes)) return true
  return checkWords.no.has(word) || word === fold(texts.no) ? null : undefined
}

/** Splits what a spreadsheet has copied. A cell with a tab, a quote or a line break is quoted. O(length). */
export function parseTabbedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const quoted = text[at] === '"' ? readQuoted(text, at + 1) : null
    const end = quoted?.end ?? findEnd(text, at)
    row.push(quoted?.value ?? text.slice(at, end))
    const sign = text[end]
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (sign === '\t') continue
    rows.push(row)
    row = []
    // A line break at the end ends the last row.
    if (at >= text.length) return rows
  }
}

function findEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && !'\t\r\n'.includes(text.charAt(end))) end += 1
  return end
}

/** Null: what begins with a quote is not quoted as a whole. */
function readQuoted(text: string, start: number): { readonly value: string; readonly end: number } | null {
  const pieces: string[] = []
  let from = start
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', from)) {
    pieces.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') {
      const end = quote + 1
      return end === text.length || '\t\r\n'.includes(text.charAt(end)) ? { value: pieces.join(''), end } : null
    }
    pieces.push('"')
    from = quote + 2
  }
  return null
}
