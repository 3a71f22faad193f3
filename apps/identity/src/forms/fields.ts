import { isJsonObject } from '../storage/json.ts'
import { refusals } from './refusal.ts'

/** A submitted form: dotted names, and texts. What is neither text nor absent is kept as a mark of a wrong shape. */
export type Fields = ReadonlyMap<string, string | typeof wrongShape>

const wrongShape = Symbol('wrong shape')
const nested = ['traits', 'upstream_parameters']

// PostgreSQL stores neither a NUL nor half a surrogate pair: unrefused, either would surface as a server error.
const unstorable = /[\0\p{Surrogate}]/u

export const noFields: Fields = new Map()

export function fieldsFromEntries(entries: Iterable<readonly [string, string]>): Fields {
  const fields = new Map<string, string>()
  for (const [name, value] of entries) if (!fields.has(name)) keep(fields, name, value)
  return fields
}

export function fieldsFromJson(body: unknown): Fields {
  if (!isJsonObject(body)) throw refusals.malformed('The body must be a JSON object.')
  const fields = new Map<string, string | typeof wrongShape>()
  for (const [name, value] of Object.entries(body)) {
    if (nested.includes(name) && isJsonObject(value)) {
      for (const [inner, innerValue] of Object.entries(value)) keep(fields, `${name}.${inner}`, innerValue)
    } else keep(fields, name, value)
  }
  return fields
}

function keep(fields: Map<string, string | typeof wrongShape>, name: string, value: unknown): void {
  if (value === null || value === undefined || value === '') return
  if (typeof value === 'object') {
    fields.set(name, wrongShape)
    return
  }
  const text = String(value)
  if (unstorable.test(text))
    throw refusals.malformed(`The field ${JSON.stringify(name)} has characters that no text has.`)
  fields.set(name, text)
}

/** The text of a field, or undefined where it is absent or empty. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields.get(name)
  if (value === wrongShape) throw refusals.malformed(`The field ${name} must be a text.`)
  return typeof value === 'string' ? value : undefined
}

/** For keeping a form until later: only the names the forms know, all of them texts. */
export function pickFields(fields: Fields, names: readonly string[]): [string, string][] {
  return names.flatMap((name) => {
    const value = textOf(fields, name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
}
