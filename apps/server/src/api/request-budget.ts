import { createSemaphore } from '../reliability/semaphore.ts'
import { requestTexts } from '../texts/requests.ts'
import { ApiError } from './errors.ts'
import { apiLimits } from './limits.ts'

/** The cost of a read: rows, and bytes of text as they appear in the response. */
export interface ReadCost {
  readonly rows: number
  readonly bytes: number
}

/**
 * The remaining cost limit of one request. All operations and aliases of a request share one budget, whether they came
 * by HTTP, in a batch or over a socket.
 */
export interface RequestBudget {
  /** The bytes that may still be read for this response. */
  readonly bytesLeft: number
  /** Reserves a read in advance. Throws if the request asks for too much or the server is too busy for it. */
  reserve(cost: ReadCost): Promise<void>
  /** Adds text to the response size. False if the response would become too long; then nothing more is read. */
  addToAnswer(characters: number): boolean
  /** The current length of the response. */
  readonly answerBytes: number
  /** True if the response has become too long. */
  readonly isUsedUp: boolean
  /** Runs reads of this request, at most two at a time: one request must not occupy every database connection. */
  inTurn<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer>
  /** Returns the slot for large responses. Called when everything has been read. */
  close(): void
}

/** Acquires a slot for a large response; the result releases it. */
export type EnterHeavySlot = () => Promise<() => void>

const { budget: limits } = apiLimits
const megabytes = Math.round(limits.answerBytes / 1_000_000)

export const answerTooLargeError = (): ApiError =>
  new ApiError('BAD_USER_INPUT', requestTexts.operation.answerTooLarge(megabytes))

const tooManyRowsError = (): ApiError => new ApiError('BAD_USER_INPUT', requestTexts.operation.tooManyRows(limits.rows))

/** Without `enterHeavy`, large responses are not limited across requests. */
export function createRequestBudget(
  enterHeavy: EnterHeavySlot = async () => () => undefined,
  mostBytes: number = limits.answerBytes,
): RequestBudget {
  const semaphore = createSemaphore(limits.readsAtOnce)
  let rows = 0
  let bytes = 0
  let characters = 0
  let isUsedUp = false
  let heavy: Promise<() => void> | null = null
  return {
    get bytesLeft() {
      return mostBytes - bytes
    },
    get answerBytes() {
      return characters
    },
    get isUsedUp() {
      return isUsedUp
    },
    async reserve(cost) {
      if (isUsedUp) throw answerTooLargeError()
      if (rows + cost.rows > limits.rows) throw tooManyRowsError()
      if (bytes + cost.bytes > mostBytes) throw answerTooLargeError()
      rows += cost.rows
      bytes += cost.bytes
      // The bytes are reserved before the wait: two reads of one request must not both use the same remaining bytes.
      if (bytes > limits.heavyBytes) await (heavy ??= enterHeavy())
    },
    addToAnswer(more) {
      characters += more
      isUsedUp ||= characters > mostBytes
      return !isUsedUp
    },
    inTurn: (read) => semaphore.run(read),
    close() {
      heavy?.then(
        (leave) => leave(),
        () => undefined,
      )
      heavy = null
    },
  }
}
