import { getArray, getObject, getString } from '../../platform/json.ts'
import { type HttpReply, parseHttpUrl } from './request.ts'

export interface StatusLine {
  readonly status: number
  readonly statusText: string
}

/** The service's error envelope. */
export interface IdentityError extends StatusLine {
  readonly kind: 'error'
  readonly id: string | null
  readonly message: string
  /** More specific than the message, if given. */
  readonly reason: string | null
  /** The first message for the form, if the envelope contains a part of a flow. */
  readonly uiMessage: string | null
  readonly redirectTo: string | null
  readonly retryAfterSeconds: number | null
}

export type IdentityFailure =
  | IdentityError
  | (StatusLine & { readonly kind: 'unexpected' })
  /** There was no answer: offline, refused, or too slow. */
  | { readonly kind: 'network' }

export function readIdentityFailure(reply: HttpReply): IdentityFailure {
  if (reply.kind === 'network') return reply
  const error = getObject(reply.body, 'error')
  const message = getString(error, 'message')
  if (message === null) return toUnexpected(reply)
  return {
    kind: 'error',
    ...readStatusLine(reply),
    id: getString(error, 'id'),
    message,
    reason: getString(error, 'reason'),
    uiMessage: getString(getArray(getObject(reply.body, 'ui'), 'messages')[0], 'text'),
    redirectTo: readRedirect(reply.body),
    retryAfterSeconds: reply.retryAfterSeconds,
  }
}

export const readRedirect = (body: unknown): string | null => parseHttpUrl(getString(body, 'redirect_browser_to'))

type CompletedReply = Extract<HttpReply, { kind: 'answered' }>

// Over HTTP/2 there is no reason phrase; the envelope's own is the same text.
export const readStatusLine = (reply: CompletedReply): StatusLine => ({
  status: reply.status,
  statusText: reply.statusText || (getString(getObject(reply.body, 'error'), 'status') ?? ''),
})

export const toUnexpected = (reply: CompletedReply): IdentityFailure => ({
  kind: 'unexpected',
  ...readStatusLine(reply),
})
