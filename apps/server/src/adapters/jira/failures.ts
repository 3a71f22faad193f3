import type { TrackerFailure, TrackerFailureKind } from '../../ports/tracker.ts'
import type { JiraHttpResponse } from './exchange.ts'

/** Refused and unreachable read alike: who names a host must not learn from us what is there. */
export const unreachableFailure = (site: string): TrackerFailure => ({
  kind: 'unreachable',
  message: `${site} cannot be reached`,
})

export const tooLargeFailure = (site: string): TrackerFailure => ({
  kind: 'failed',
  message: `${site} gave an answer that is too long`,
})

const toFailureKind = (status: number): TrackerFailureKind => {
  if (status === 401) return 'rejected'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 429) return 'limited'
  return status === 400 || status === 409 || status === 413 || status === 422 ? 'invalid' : 'failed'
}

const maxErrorTextLength = 300

/** What a refusal said, as far as it said it in the documented way: short plain texts, never a page or a stack. */
function readErrorTexts(body: string): {
  readonly texts: readonly string[]
  readonly fields: Readonly<Record<string, string>>
} {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return { texts: [], fields: {} }
  }
  const { errorMessages, errors } = (parsed ?? {}) as { errorMessages?: unknown; errors?: unknown }
  const fields = typeof errors === 'object' && errors !== null ? Object.entries(errors) : []
  const texts = Array.isArray(errorMessages) ? errorMessages : []
  return {
    texts: texts.filter((text) => typeof text === 'string').map(cleanErrorText),
    fields: Object.fromEntries(
      fields.filter(([, text]) => typeof text === 'string').map(([name, text]) => [name, cleanErrorText(text as string)]),
    ),
  }
}

const cleanErrorText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxErrorTextLength)

const describeFailureKind = (kind: TrackerFailureKind, site: string): string => {
  switch (kind) {
    case 'rejected':
      return `${site} does not accept the API key. Use a classic (unscoped) API token, or on Data Center a personal access token`
    case 'forbidden':
      return `${site} does not allow this with your API key`
    case 'not-found':
      return `${site} has no such thing, or does not show it to you`
    case 'limited':
      return `${site} asks for a pause`
    case 'invalid':
      return `${site} does not accept the values`
    default:
      return `${site} failed to answer`
  }
}

/** Null: the answer is good. */
export function toTrackerFailure(
  { status, headers, body }: JiraHttpResponse,
  { site, isWrite }: { readonly site: string; readonly isWrite: boolean },
): TrackerFailure | null {
  if (status >= 200 && status < 300) return null
  const kind = toFailureKind(status)
  const { texts, fields } = kind === 'invalid' ? readErrorTexts(body) : { texts: [], fields: {} }
  const said = [...texts, ...Object.values(fields)].join(' ')
  const retryAfterMs = kind === 'limited' ? parseRetryAfterMs(headers['retry-after']) : undefined
  return {
    kind,
    message: said === '' ? describeFailureKind(kind, site) : `${site} said: ${said}`.slice(0, 2 * maxErrorTextLength),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    // A server that fell over while it worked may have done the work.
    ...(isWrite && status >= 500 && { mayHaveHappened: true }),
  }
}

const defaultRetryMs = 1_000

function parseRetryAfterMs(header: string | undefined): number {
  const seconds = Number(header)
  if (header !== undefined && Number.isFinite(seconds) && seconds >= 0) return Math.max(seconds * 1_000, 50)
  const date = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(date) ? defaultRetryMs : Math.max(date - Date.now(), 50)
}
