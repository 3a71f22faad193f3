import type { ErrorCode } from '@espalier/schema'
import { apiErrorTexts } from '../../texts/api-errors.ts'
import type { ApiErrorCode } from './api-result.ts'
import type { ApiTrouble } from './api-trouble.ts'

/** An error of one operation in the shape the API sends. */
export interface SentError {
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** The API answered an operation with errors. */
export class OperationError extends Error {
  readonly errors: readonly SentError[]

  constructor(errors: readonly SentError[]) {
    super(errors.map(({ message }) => message).join('\n'))
    this.errors = errors
  }
}

/** The request was answered as a whole with a status that is not 2xx. */
export class StatusError extends Error {
  readonly status: number
  readonly headers: Headers

  constructor({ status, headers }: Response) {
    super(apiErrorTexts.badStatus(status))
    this.status = status
    this.headers = headers
  }
}

/**
 * Maps a failed operation to its consequences for the page. Bad input has none: the form shows it, as does every caller
 * that passed its own codes.
 */
export function toApiTroubles(error: Error, ownCodes: readonly ApiErrorCode[] = []): readonly ApiTrouble[] {
  if (error instanceof OperationError) {
    return error.errors.filter((fault) => !ownCodes.some((code) => code === readErrorCode(fault))).flatMap(toApiTrouble)
  }
  if (error instanceof StatusError && error.status === 401) {
    return ownCodes.includes('UNAUTHENTICATED') ? [] : [{ kind: 'unauthenticated' }]
  }
  return ownCodes.includes('UNREACHABLE') ? [] : [{ kind: 'unreachable', text: apiErrorTexts.network(error.message) }]
}

const readErrorCode = (fault: SentError) => fault.extensions?.['code'] as ErrorCode | undefined

function toApiTrouble(fault: SentError): readonly ApiTrouble[] {
  switch (readErrorCode(fault)) {
    case 'UNAUTHENTICATED':
      return [{ kind: 'unauthenticated' }]
    case 'FORBIDDEN':
      return [{ kind: 'forbidden' }]
    case 'BAD_USER_INPUT':
      return []
    default:
      return [{ kind: 'said', text: apiErrorTexts.graphql(fault.message) }]
  }
}
