export interface ReturnToRules {
  readonly base: string
  /** The URL without a return_to; relative values are resolved against its host. */
  readonly home: string
  /** Scheme, host (with a leading `*.` any subdomain) and the beginning of the path. */
  readonly allowed: readonly string[]
}

const parseUrl = (value: string, against?: string): URL | null => {
  try {
    return new URL(value, against)
  } catch {
    return null
  }
}

function isUrlCovered(entry: URL, wanted: URL): boolean {
  if (entry.protocol !== wanted.protocol) return false
  const sameHost = entry.hostname.startsWith('*.')
    ? wanted.hostname.endsWith(entry.hostname.slice(1)) && entry.port === wanted.port
    : entry.host === wanted.host
  return sameHost && wanted.pathname.startsWith(entry.pathname)
}

/** Returns the absolute URL to follow, or null if it is not allowed. */
export function resolveAllowedReturn(value: string, rules: ReturnToRules): string | null {
  const wanted = parseUrl(value, rules.home)
  if (wanted === null || wanted.username !== '' || wanted.password !== '') return null
  const entries = [...rules.allowed, `${rules.base}/self-service`]
  const isCovered = entries.some((text) => {
    const entry = parseUrl(text)
    return entry !== null && isUrlCovered(entry, wanted)
  })
  return isCovered ? wanted.href : null
}
