import { nodePriorities } from '../node/field-values.ts'
import type { FilterSubjects } from './filter.ts'
import { splitFilter, writeFilterWord } from './filter-grammar.ts'
import { foldName } from './planned-node.ts'

export interface FilterSuggestion {
  /** The text that replaces the word under the caret. A key ends with a colon, so that its values are suggested next. */
  readonly text: string
  /** The name that people know it by. */
  readonly label: string
}

export interface FilterSuggestions {
  /** The part of the text that a suggestion replaces. */
  readonly start: number
  readonly end: number
  readonly suggestions: readonly FilterSuggestion[]
}

const fixedValues: Readonly<Record<string, readonly string[]>> = {
  assignee: ['me', 'none'],
  tag: [],
  priority: [...nodePriorities.slice(1), '>=high'],
  status: ['open', 'todo', 'progress', 'done'],
  stage: [],
  due: ['today', 'overdue', '<7d', 'none'],
  start: ['today', '<7d', 'none'],
  estimate: ['none'],
  is: ['mine', 'ready', 'blocked', 'critical', 'unread'],
  has: ['description', 'link', 'comments'],
}

/** Suggests how the word at the caret could go on: first the keys, after a colon the values of the key. */
export function suggestFilter(text: string, caret: number, subjects: FilterSubjects, most = 8): FilterSuggestions {
  const word = splitFilter(text).find(({ start, end }) => start < caret && caret <= end)
  if (word === undefined) return { start: caret, end: caret, suggestions: [] }
  const minus = word.isNegated ? '-' : ''
  const typed = text.slice(word.start + minus.length, caret).replaceAll('"', '')
  const colon = typed.indexOf(':')
  const entries = colon > 0 ? listValues(typed.slice(0, colon), subjects) : listKeys(subjects)
  const wanted = foldName(typed.slice(colon + 1))
  const matching = rankMatches(entries, wanted).slice(0, most)
  const suggestions = matching.map((entry) => ({ text: minus + entry.text, label: entry.label }))
  return { start: word.start, end: word.end, suggestions }
}

/** Suggests the beginnings of a new word at the caret, for a person who does not know what there is. */
export const suggestFilterKeys = (caret: number, subjects: FilterSubjects): FilterSuggestions => ({
  start: caret,
  end: caret,
  suggestions: listKeys(subjects),
})

function listKeys({ fieldDefinitions }: FilterSubjects): FilterSuggestion[] {
  const keys = [...Object.keys(fixedValues), ...fieldDefinitions.map(({ name }) => name)]
  return keys.map((key) => ({ text: writeFilterWord(key, 'x').slice(0, -1), label: key }))
}

function listValues(key: string, subjects: FilterSubjects): FilterSuggestion[] {
  const name = key.toLowerCase()
  const toEntry = (value: string, label = value) => ({ text: writeFilterWord(name, value), label })
  const people = subjects.people.map((person) => toEntry(person.email, person.name || person.email))
  const fixed = (fixedValues[name] ?? []).map((value) => toEntry(value))
  if (name === 'assignee') return [...fixed, ...people]
  if (name === 'tag') return subjects.tags.map((tag) => toEntry(tag.name))
  if (name === 'stage') return subjects.stages.map((stage) => toEntry(stage.name))
  if (name in fixedValues) return fixed
  const field = subjects.fieldDefinitions.find((definition) => foldName(definition.name) === foldName(key))
  if (field === undefined) return []
  const none = toEntry('none')
  if (field.type === 'choice') return [...field.options.map((option) => toEntry(option)), none]
  if (field.type === 'person') return [toEntry('me'), ...people, none]
  if (field.type === 'checkbox') return [toEntry('yes'), toEntry('no')]
  return field.type === 'date' ? [toEntry('today'), toEntry('<7d'), none] : [none]
}

/** Names that begin with what was typed come first, then those with a later word that does. */
function rankMatches(entries: readonly FilterSuggestion[], wanted: string): FilterSuggestion[] {
  const ranked = entries.map((entry) => {
    const names = [foldName(entry.label), foldName(entry.text.slice(entry.text.indexOf(':') + 1))]
    if (names.some((name) => name.startsWith(wanted))) return { entry, rank: 0 }
    return { entry, rank: names.some((name) => name.includes(` ${wanted}`)) ? 1 : 2 }
  })
  return ranked
    .filter(({ rank }) => rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}
