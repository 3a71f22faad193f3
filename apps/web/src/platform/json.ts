/** Narrows JSON from outside: a value with an unexpected shape reads as absent. */
export type JsonFields = { readonly [key: string]: unknown }

export const isJsonFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const getField = (value: unknown, key: string): unknown => (isJsonFields(value) ? value[key] : undefined)

export const getObject = (value: unknown, key: string): JsonFields => {
  const found = getField(value, key)
  return isJsonFields(found) ? found : {}
}

export const getString = (value: unknown, key: string): string | null => {
  const found = getField(value, key)
  return typeof found === 'string' ? found : null
}

export const getNumber = (value: unknown, key: string): number | null => {
  const found = getField(value, key)
  return typeof found === 'number' ? found : null
}

export const getArray = (value: unknown, key: string): readonly unknown[] => {
  const found = getField(value, key)
  return Array.isArray(found) ? found : []
}

export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
