/** Narrowing of JSON that came over the wire: what has another shape than promised reads as absent. */
export type Json = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectAt = (value: unknown, key: string): Json => {
  const found = isObject(value) ? value[key] : undefined
  return isObject(found) ? found : {}
}

export const textAt = (value: unknown, key: string): string | null => {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : null
}

export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = isObject(value) ? value[key] : undefined
  return Array.isArray(found) ? found : []
}
