/**
 * Null: not an absolute http or https address. `javascript:` and similar schemes must never reach the browser's
 * location.
 */
export function parseHttpUrl(value: string | null): string | null {
  if (value === null) return null
  try {
    const { protocol } = new URL(value)
    return protocol === 'http:' || protocol === 'https:' ? value : null
  } catch {
    return null
  }
}

/** An uninterpreted answer of the service. */
export type HttpReply =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly statusText: string
      /** Undefined when the body is empty or not JSON. */
      readonly body: unknown
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'network' }

const timeoutMs = 30_000

/** The time limit keeps a call that never ends from locking the form for good. */
export async function sendRequest(url: string, payload?: object, method?: 'DELETE'): Promise<HttpReply> {
  try {
    const response = await fetch(url, {
      credentials: 'include',
      signal: AbortSignal.timeout(timeoutMs),
      ...(payload === undefined ? { headers: acceptJson } : jsonPost(payload)),
      ...(method && { method }),
    })
    return {
      kind: 'answered',
      status: response.status,
      statusText: response.statusText,
      body: parseJson(await response.text()),
      retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
    }
  } catch {
    return { kind: 'network' }
  }
}

const acceptJson = { Accept: 'application/json' }

const jsonPost = (payload: object): RequestInit => ({
  method: 'POST',
  headers: { ...acceptJson, 'Content-Type': 'application/json' },
  body: JSON.stringify(payload),
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Retry-After holds a number of seconds or a date. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds))
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
