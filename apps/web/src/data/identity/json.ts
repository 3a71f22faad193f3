/** Narrowing of JSON that came over the wire: what has another shape than promised reads as absent. */
export type JsonFields = { readonly [key: string]: unknown }

export const isJsonFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const getObject = (value: unknown, key: string): JsonFields => {
  const found = isJsonFields(value) ? value[key] : undefined
  return isJsonFields(found) ? found : {}
}

export const getString = (value: unknown, key: string): string | null => {
  const found = isJsonFields(value) ? value[key] : undefined
  return typeof found === 'string' ? found : null
}

export const getArray = (value: unknown, key: string): readonly unknown[] => {
  const found = isJsonFields(value) ? value[key] : undefined
  return Array.isArray(found) ? found : []
}
