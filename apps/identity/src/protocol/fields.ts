import { httpErrors } from './errors.ts'
import { isJsonObject } from './json.ts'
import { errorTexts } from '../texts/errors.ts'

/** A submitted form with dotted names and text values. Other values are kept as a marker of a wrong shape. */
export type SubmittedFields = ReadonlyMap<string, string | typeof wrongShape>

const wrongShape = Symbol('wrong shape')
const nestedNames = ['traits', 'upstream_parameters']

// PostgreSQL cannot store NUL or a lone surrogate: without this check either would become a server error.
const unstorable = /[\0\p{Surrogate}]/u

export const emptyFields: SubmittedFields = new Map()

export function fieldsFromEntries(entries: Iterable<readonly [string, string]>): SubmittedFields {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) if (!fields.has(name)) setField(fields, name, value)
  return fields
}

export function fieldsFromJson(body: unknown): SubmittedFields {
  if (!isJsonObject(body)) throw httpErrors.malformed(errorTexts.request.notObject)
  const fields = new Map<string, string | typeof wrongShape>()
  for (const [name, value] of Object.entries(body)) {
    if (nestedNames.includes(name) && isJsonObject(value)) {
      for (const [inner, innerValue] of Object.entries(value)) setField(fields, `${name}.${inner}`, innerValue)
    } else setField(fields, name, value)
  }
  return fields
}

function setField(fields: Map<string, string | typeof wrongShape>, name: string, value: unknown): void {
  if (value === null || value === undefined || value === '') return
  if (typeof value === 'object') {
    fields.set(name, wrongShape)
    return
  }
  const text = String(value)
  if (unstorable.test(text)) throw httpErrors.malformed(errorTexts.request.badCharacters(name))
  fields.set(name, text)
}

/** The text of a field, or undefined if it is absent or empty. */
export function readTextField(fields: SubmittedFields, name: string): string | undefined {
  const value = fields.get(name)
  if (value === wrongShape) throw httpErrors.malformed(errorTexts.request.notText(name))
  return typeof value === 'string' ? value : undefined
}

/** Picks the known text fields of a form, to store them for later. */
export function pickFields(fields: SubmittedFields, names: readonly string[]): [string, string][] {
  return names.flatMap((name) => {
    const value = readTextField(fields, name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
}
