import { type FieldDefinition, type FieldType, parseOwnValue, planLimits } from '@espalier/domain'
import type { FileDefinitions } from '../model/project.ts'
import { cleanOneLine } from '../model/text.ts'
import type { ImportReport } from './import-report.ts'
import { NamedEntries } from './named-entries.ts'
import type { OwnFieldWords } from './planning-words.ts'

interface OwnFieldReaderParts {
  /** The lists of the file. */
  readonly given: FileDefinitions
  /** The lists of the project that it goes into; undefined: a new project. */
  readonly target: FileDefinitions | undefined
  readonly report: ImportReport
  createId(): string
  findPersonId(word: string): string | undefined
}

/** Turns names and words of own fields into values. A field that nobody has defined gets the type that fits its values. */
export class OwnFieldReader {
  readonly #parts: OwnFieldReaderParts
  readonly #fields: NamedEntries<FieldDefinition>
  /** The types that fit all values so far, by the name of a field that is not defined. */
  readonly #guesses = new Map<string, readonly FieldType[]>()

  constructor(parts: OwnFieldReaderParts) {
    this.#parts = parts
    this.#fields = new NamedEntries({
      given: parts.given.fieldDefinitions,
      target: parts.target && (parts.target.fieldDefinitions ?? []),
      most: planLimits.fields,
      onNew: (name) => parts.report.addNewField(name),
    })
  }

  /** Sees every value once before the first is read. */
  survey(words: readonly OwnFieldWords[]): void {
    for (const [given, value] of words) {
      const name = cleanFieldName(given)
      if (name === '' || value.trim() === '' || this.#fields.has(name)) continue
      const types = this.#guesses.get(name) ?? guessedTypes
      this.#guesses.set(
        name,
        types.filter((type) => parseWords(type, value.trim()) !== undefined),
      )
    }
  }

  /** Reads the values of one node. `notes` are those that no field can hold. */
  read(words: readonly OwnFieldWords[]): { readonly values: Record<string, unknown>; readonly notes: OwnFieldWords[] } {
    const values: Record<string, unknown> = {}
    const notes: OwnFieldWords[] = []
    for (const [given, written] of words) {
      const name = cleanFieldName(given)
      const value = written.trim()
      if (name === '' || value === '') continue
      const field = this.#fields.use(name, () => this.#createField(name))
      if (field === undefined) {
        notes.push([name, value])
        continue
      }
      const personId = field.type === 'person' ? this.#parts.findPersonId(value) : undefined
      if (field.type === 'person' && personId === undefined) {
        notes.push([field.name, value])
        continue
      }
      const parsed = personId ?? parseOwnValue(field, toOwnValue(field.type, field.type === 'text' ? written : value))
      if (parsed === undefined) this.#parts.report.addBadValue(field.name, value)
      else if (parsed !== null && !Object.hasOwn(values, field.id)) values[field.id] = parsed
    }
    return { values, notes }
  }

  get definitions(): readonly FieldDefinition[] {
    return this.#fields.entries
  }

  #createField(name: string): FieldDefinition {
    return { id: this.#parts.createId(), name, type: this.#guesses.get(name)?.[0] ?? 'text', options: [] }
  }
}

export const cleanFieldName = (name: string): string =>
  Array.from(cleanOneLine(name)).slice(0, planLimits.nameCharacters).join('').trim()

const guessedTypes: readonly FieldType[] = ['number', 'date', 'checkbox', 'link', 'text']

const checkboxWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['x', true],
  ['false', false],
  ['no', false],
])

function toOwnValue(type: FieldType, words: string): unknown {
  if (type === 'checkbox') return checkboxWords.get(words.toLowerCase())
  if (type !== 'number') return words
  return /^[-+]?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?$/iu.test(words) ? Number(words.replace(',', '.')) : undefined
}

const parseWords = (type: FieldType, words: string): unknown =>
  parseOwnValue({ id: '', name: '', type, options: [] }, toOwnValue(type, words))
