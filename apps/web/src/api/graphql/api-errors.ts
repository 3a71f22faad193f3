import { apiErrorTexts } from '../../texts/api-errors.ts'

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
