import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { ErrorCode } from '@espalier/contract'
import { classifyDatabaseFault } from '@espalier/postgres'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../ports/log.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { ApiError } from '../api-error.ts'
import { describeFailure } from '../graphql/failures.ts'

export interface ErrorResponse {
  readonly status: number
  readonly message: string
  readonly extensions: {
    readonly code: ErrorCode
    readonly errorId?: string
    readonly field?: string
    readonly retryAfter?: number
  }
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
}

const readStatusCode = (error: object): number => ('statusCode' in error ? Number(error.statusCode) : Number.NaN)

/** Turns whatever was thrown into an answer: a code always, a stack never. */
export function toErrorResponse(error: unknown, log: Log): ErrorResponse {
  if (error instanceof ApiError) return { status: error.statusCode, ...describeFailure(error, log) }
  if (error instanceof IdentityUnavailableError || classifyDatabaseFault(error) !== null) {
    return { status: 503, ...describeFailure(error, log) }
  }
  const status = error instanceof Error ? readStatusCode(error) : Number.NaN
  if (error instanceof Error && status >= 400 && status < 500) {
    // Only the framework's own sentences are known to hold no path of this machine.
    const isFrameworks = 'code' in error && String(error.code).startsWith('FST_ERR')
    const message = isFrameworks ? error.message : (STATUS_CODES[status] ?? 'Bad Request')
    return { status, message, extensions: { code: codeByStatus[status] ?? 'BAD_USER_INPUT' } }
  }
  return { status: 500, ...describeFailure(error, log) }
}

export const wantsHtml = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/.test(request.headers.accept ?? '')

/** JSON for programs, a plain page for a person who navigated here. */
export function sendErrorResponse(request: FastifyRequest, reply: FastifyReply, failure: ErrorResponse): FastifyReply {
  const { status, message, extensions } = failure
  reply.code(status).header('cache-control', 'no-store')
  if (extensions.retryAfter !== undefined) reply.header('retry-after', String(extensions.retryAfter))
  if (!wantsHtml(request)) return reply.send({ error: { message, ...extensions } })
  return reply.type('text/html; charset=utf-8').send(renderErrorPage(failure))
}

/** For a path so broken that no route, and so no hook, ever sees it. */
export function sendRawErrorResponse(response: ServerResponse, { status, message, extensions }: ErrorResponse): void {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, headers).end(JSON.stringify({ error: { message, ...extensions } }))
}

const escapeErrorText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

const renderErrorPage = ({ status, message, extensions }: ErrorResponse): string => {
  const title = escapeErrorText(STATUS_CODES[status] ?? 'Error')
  const id = extensions.errorId === undefined ? '' : `<p>Error ${escapeErrorText(extensions.errorId)}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>${escapeErrorText(message)}</p>${id}<p><a href="/">Go to the start page</a></p></main></body></html>`
}
