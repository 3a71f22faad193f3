import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { escapeHtml } from '@espalier/domain'
import type { ErrorCode } from '@espalier/schema'
import { classifyDatabaseFault, type TemporaryFault } from '@espalier/postgres'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { ApiError, type ApiErrorDetails } from '../../api/errors.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import { errorPageTexts } from '../../texts/pages.ts'
import { requestTexts } from '../../texts/requests.ts'
import { findInputField } from './input-field.ts'

export const identityRetrySeconds = 5
const databaseRetrySeconds = 2

/** Formats the errors of one response for the caller. */
export type ErrorFormatter = (errors: readonly GraphQLError[], log: Log) => GraphQLFormattedError[]

/** Errors of a document or its variables are the caller's, and are reported without hints about the schema. */
export function createErrorFormatter(allowsSuggestions: boolean): ErrorFormatter {
  const inputMessage = (message: string): string =>
    allowsSuggestions ? message : message.replace(/\s*Did you mean [^?]*\?/g, '')
  return (errors, log) =>
    errors.map((error) => {
      const failure = toFailure(error, log)
      return {
        message: failure === null ? inputMessage(error.message) : failure.message,
        ...(error.locations !== undefined && { locations: error.locations }),
        ...(error.path !== undefined && { path: error.path }),
        extensions: {
          code: 'BAD_USER_INPUT' satisfies ErrorCode,
          ...(failure === null && nameInputField(error)),
          ...failure?.extensions,
        },
      }
    })
}

function nameInputField(error: GraphQLError): { readonly field?: string } {
  const field = findInputField(error)
  return field === undefined ? {} : { field }
}

interface DescribedFailure {
  readonly message: string
  readonly extensions: { readonly code: ErrorCode; readonly errorId?: string } & ApiErrorDetails
}

// An error without a path occurred before any resolver ran; any other comes from our own code.
function toFailure(error: GraphQLError, log: Log): DescribedFailure | null {
  const { originalError } = error
  const isOfGraphql = originalError === undefined || originalError instanceof GraphQLError
  if (isOfGraphql && error.path === undefined) return null
  return describeFailure(originalError ?? error, log)
}

/** Failures worth a retry, which a caller distinguishes from a bug by the code and by `retryAfter`. */
const temporaryFailures: Readonly<Record<TemporaryFault, DescribedFailure>> = {
  busy: {
    message: requestTexts.busy,
    extensions: { code: 'RATE_LIMITED', retryAfter: 1 },
  },
  away: {
    message: requestTexts.databaseAway,
    extensions: { code: 'UPSTREAM_FAILED', retryAfter: databaseRetrySeconds },
  },
}

/** The embedded identity service fails with the database, which is usually back sooner than a service of its own. */
const chooseIdentityRetry = ({ cause }: IdentityUnavailableError): number =>
  classifyDatabaseFault(cause) === null ? identityRetrySeconds : databaseRetrySeconds

/** Describes a thrown value for the caller. Unexpected errors are logged with an id. */
function describeFailure(error: unknown, log: Log): DescribedFailure {
  if (error instanceof ApiError) return { message: error.message, extensions: { code: error.code, ...error.details } }
  if (error instanceof IdentityUnavailableError) {
    log.warn({ err: error }, 'the identity service is away')
    return {
      message: requestTexts.identityUnavailable,
      extensions: { code: 'UPSTREAM_FAILED', retryAfter: chooseIdentityRetry(error) },
    }
  }
  const fault = classifyDatabaseFault(error)
  if (fault !== null) {
    log.warn({ err: error, fault }, 'the database is busy or away')
    return temporaryFailures[fault]
  }
  const errorId = randomUUID()
  log.error({ err: error, errorId }, 'masked error')
  return { message: requestTexts.internal, extensions: { code: 'INTERNAL', errorId } }
}

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

/** Turns any thrown value into a response: always with a code, never with a stack. */
export function toErrorResponse(error: unknown, log: Log): ErrorResponse {
  if (error instanceof ApiError) return { status: error.statusCode, ...describeFailure(error, log) }
  if (error instanceof IdentityUnavailableError || classifyDatabaseFault(error) !== null) {
    return { status: 503, ...describeFailure(error, log) }
  }
  const status = error instanceof Error ? readStatusCode(error) : Number.NaN
  if (error instanceof Error && status >= 400 && status < 500) {
    // Only the framework's own messages are known to contain no path of this machine.
    const isFrameworks = 'code' in error && String(error.code).startsWith('FST_ERR')
    const message = isFrameworks ? error.message : (STATUS_CODES[status] ?? requestTexts.badRequest)
    return { status, message, extensions: { code: codeByStatus[status] ?? 'BAD_USER_INPUT' } }
  }
  return { status: 500, ...describeFailure(error, log) }
}

export const wantsHtml = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/.test(request.headers.accept ?? '')

/** Sends JSON to programs and a plain page to a person who navigated here. */
export function sendErrorResponse(request: FastifyRequest, reply: FastifyReply, failure: ErrorResponse): FastifyReply {
  const { status, message, extensions } = failure
  reply.code(status).header('cache-control', 'no-store')
  if (extensions.retryAfter !== undefined) reply.header('retry-after', String(extensions.retryAfter))
  if (!wantsHtml(request)) return reply.send({ error: { message, ...extensions } })
  return reply.type('text/html; charset=utf-8').send(renderErrorPage(failure))
}

/** For a path so malformed that no route and no hook ever sees it. */
export function sendRawErrorResponse(response: ServerResponse, { status, message, extensions }: ErrorResponse): void {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, headers).end(JSON.stringify({ error: { message, ...extensions } }))
}

const renderErrorPage = ({ status, message, extensions }: ErrorResponse): string => {
  const title = escapeHtml(STATUS_CODES[status] ?? errorPageTexts.fallbackTitle)
  const id = extensions.errorId === undefined ? '' : `<p>${escapeHtml(errorPageTexts.errorId(extensions.errorId))}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>${escapeHtml(message)}</p>${id}<p><a href="/">${errorPageTexts.goHome}</a></p></main></body></html>`
}

export interface RawErrorResponse {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfter?: number
}

/** Answers in plain HTTP without a reply object: for a refused socket or bytes that are not a request. */
export function sendRawError(socket: Duplex, { status, code, message, retryAfter }: RawErrorResponse): void {
  const body = JSON.stringify({ error: { code, message, ...(retryAfter !== undefined && { retryAfter }) } })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Bytes that are not an HTTP request never become a request, so the answer goes directly to the socket. */
export function answerMalformedRequest(error: Error & { readonly code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  sendRawError(socket, { status, code: 'BAD_USER_INPUT', message: requestTexts.unreadable })
}
