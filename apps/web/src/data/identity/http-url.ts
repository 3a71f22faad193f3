/** Null: no absolute http or https address. `javascript:` and its like must never reach the browser's location. */
export function parseHttpUrl(value: string | null): string | null {
  if (value === null) return null
  try {
    const { protocol } = new URL(value)
    return protocol === 'http:' || protocol === 'https:' ? value : null
  } catch {
    return null
  }
}
