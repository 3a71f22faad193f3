import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@espalier/contract'
import { classifyDatabaseFault, type TemporaryFault } from '@espalier/postgres'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import { ApiError, type ApiErrorDetails } from '../api-error.ts'

const maskedMessage = 'Something went wrong on our side'
export const identityUnavailableMessage = 'The sign-in service does not answer, please try again'
export const identityRetrySeconds = 5

/** The errors of one answer, as the caller may see them. */
export type ErrorFormatter = (errors: readonly GraphQLError[], log: Log) => GraphQLFormattedError[]

/** Errors of a document or of its variables: the caller's doing, told without hints at what the schema holds. */
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
        extensions: { code: 'BAD_USER_INPUT' satisfies ErrorCode, ...failure?.extensions },
      }
    })
}

interface DescribedFailure {
  readonly message: string
  readonly extensions: { readonly code: ErrorCode; readonly errorId?: string } & ApiErrorDetails
}

// An error without a path comes from before any resolver ran; whatever has one comes from our own code.
function toFailure(error: GraphQLError, log: Log): DescribedFailure | null {
  const { originalError } = error
  const isOfGraphql = originalError === undefined || originalError instanceof GraphQLError
  if (isOfGraphql && error.path === undefined) return null
  return describeFailure(originalError ?? error, log)
}

/** Worth another try, which a caller can tell from a bug by the code and by `retryAfter`. */
const temporaryFailures: Readonly<Record<TemporaryFault, DescribedFailure>> = {
  busy: {
    message: 'The server is busy. Try again in a moment.',
    extensions: { code: 'RATE_LIMITED', retryAfter: 1 },
  },
  away: {
    message: 'Nothing can be read or saved right now. Try again in a moment.',
    extensions: { code: 'UPSTREAM_FAILED', retryAfter: 2 },
  },
}

/** What the caller is told of something that was thrown. What was not meant for them is logged under an id. */
export function describeFailure(error: unknown, log: Log): DescribedFailure {
  if (error instanceof ApiError) return { message: error.message, extensions: { code: error.code, ...error.details } }
  if (error instanceof IdentityUnavailableError) {
    log.warn({ err: error }, 'the identity service is away')
    return { message: identityUnavailableMessage, extensions: { code: 'UPSTREAM_FAILED', retryAfter: identityRetrySeconds } }
  }
  const fault = classifyDatabaseFault(error)
  if (fault !== null) {
    log.warn({ err: error, fault }, 'the database is busy or away')
    return temporaryFailures[fault]
  }
  const errorId = randomUUID()
  log.error({ err: error, errorId }, 'masked error')
  return { message: maskedMessage, extensions: { code: 'INTERNAL', errorId } }
}
