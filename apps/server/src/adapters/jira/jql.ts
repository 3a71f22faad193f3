const plainKey = /^(?:[A-Z][A-Z0-9_]+-)?\d+$/

/** A value inside a query, which must not become a part of it. */
export const quoteJql = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

export const joinIssueKeys = (keys: readonly string[]): string =>
  keys.map((key) => (plainKey.test(key) ? key : quoteJql(key))).join(',')
