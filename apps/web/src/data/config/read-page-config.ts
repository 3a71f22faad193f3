import type { PageConfig } from '@espalier/contract'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Null where the answer is not the product's configuration, such as a proxy's own page with status 200. */
export function readPageConfig(value: unknown): PageConfig | null {
  return isPageConfig(value) ? value : null
}

function isPageConfig(value: unknown): value is PageConfig {
  return (
    isRecord(value) &&
    typeof value['productName'] === 'string' &&
    isOptionalString(value['apiUrl']) &&
    isOptionalString(value['identityUrl']) &&
    isStringArray(value['hosts']) &&
    (value['signup'] === 'open' || value['signup'] === 'beta') &&
    Array.isArray(value['socialProviders']) &&
    isRecord(value['features'])
  )
}
