import type { JsonObject } from './json.ts'
import { errorTexts } from '../texts/errors.ts'

const statusTexts: { readonly [code: number]: readonly [status: string, message: string] } = {
  400: ['Bad Request', 'The request was malformed or contained invalid parameters'],
  401: ['Unauthorized', 'The request could not be authorized'],
  403: ['Forbidden', 'The requested action was forbidden'],
  404: ['Not Found', 'Unable to locate the resource'],
  405: ['Method Not Allowed', 'The method is not supported by this address'],
  410: ['Gone', 'The resource is gone'],
  413: ['Payload Too Large', 'The request is too large'],
  415: ['Unsupported Media Type', 'The request has a body of an unknown type'],
  422: ['Unprocessable Entity', 'The browser has to go elsewhere to complete the action'],
  429: ['Too Many Requests', 'Too many attempts'],
  500: ['Internal Server Error', 'An internal server error occurred'],
  503: ['Service Unavailable', 'The service is not available for now'],
}

export interface HttpErrorParts {
  readonly id?: string
  readonly reason?: string
  readonly details?: JsonObject
  /** Additional keys next to `error` in the envelope. */
  readonly root?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
}

/** A response in the error envelope. It is thrown, because any step of a request may cause it. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: number
  readonly parts: HttpErrorParts

  constructor(code: number, parts: HttpErrorParts = {}) {
    super(parts.reason ?? parts.id ?? String(code))
    this.code = code
    this.parts = parts
  }

  /** Returns the inner object, which the error page fetches as well. */
  error(): JsonObject {
    const { id, reason, details } = this.parts
    const [status, message] = statusTexts[this.code] ?? ['Error', 'The request failed']
    return {
      ...(id && { id }),
      code: this.code,
      status,
      ...(reason && { reason }),
      ...(details && { details }),
      message,
    }
  }

  envelope(): JsonObject {
    return { error: this.error(), ...this.parts.root }
  }
}

const fixedError = (code: number, parts: HttpErrorParts) => (): HttpError => new HttpError(code, parts)

export const httpErrors = {
  malformed: (reason: string) => new HttpError(400, { reason }),
  notFound: () => new HttpError(404),
  methodUnknown: () => new HttpError(405),
  noSession: fixedError(401, { reason: errorTexts.noSession }),
  sessionInactive: fixedError(401, { id: 'session_inactive', reason: errorTexts.noSession }),
  sessionAlreadyAvailable: fixedError(400, {
    id: 'session_already_available',
    reason: errorTexts.sessionAvailable,
  }),
  aal1Required: fixedError(401, {
    id: 'session_aal1_required',
    reason: errorTexts.aal1Required,
  }),
  aal2Required: (redirectTo: string) =>
    new HttpError(403, {
      id: 'session_aal2_required',
      reason: errorTexts.aal2Required,
      details: { redirect_browser_to: redirectTo },
      root: { redirect_browser_to: redirectTo },
    }),
  csrf: (rejectReason: string) =>
    new HttpError(403, {
      id: 'security_csrf_violation',
      reason: errorTexts.csrf,
      details: {
        docs: 'https://www.ory.sh/kratos/docs/debug/csrf',
        hint: errorTexts.csrfHint,
        reject_reason: rejectReason,
      },
    }),
  identityMismatch: fixedError(403, {
    id: 'security_identity_mismatch',
    reason: errorTexts.identityMismatch,
  }),
  returnForbidden: fixedError(400, {
    id: 'self_service_flow_return_to_forbidden',
    reason: errorTexts.returnForbidden,
  }),
  refreshRequired: (redirectTo: string) =>
    new HttpError(403, {
      id: 'session_refresh_required',
      reason: errorTexts.refreshRequired,
      root: { redirect_browser_to: redirectTo },
    }),
  locationChange: (redirectTo: string) =>
    new HttpError(422, {
      id: 'browser_location_change_required',
      reason: errorTexts.locationChange,
      root: { redirect_browser_to: redirectTo },
    }),
  tooMany: (retryAfterSeconds: number) =>
    new HttpError(429, {
      reason: errorTexts.tooMany(retryAfterSeconds),
      details: { retry_after: retryAfterSeconds },
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
  busy: (retryAfterSeconds: number) =>
    new HttpError(503, {
      reason: errorTexts.busy,
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
  internal: (incident: string) => new HttpError(500, { reason: errorTexts.internal, details: { incident } }),
} as const
