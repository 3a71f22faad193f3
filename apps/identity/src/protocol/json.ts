export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
