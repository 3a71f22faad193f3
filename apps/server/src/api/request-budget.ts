import { createSemaphore } from '../reliability/semaphore.ts'
import { ApiError } from './errors.ts'
import { apiLimits } from './limits.ts'

/** What a read costs: rows, and bytes of text as the answer holds them. */
export interface ReadCost {
  readonly rows: number
  readonly bytes: number
}

/**
 * What one request may still cost. All operations and aliases of a request share one budget, whether they came by
 * HTTP, in a batch or over a socket.
 */
export interface RequestBudget {
  /** The bytes that may still be read for this answer. */
  readonly bytesLeft: number
  /** Books a read before it happens. Throws where the request asks for too much, or where the server is too busy for it. */
  reserve(cost: ReadCost): Promise<void>
  /** Books text of the answer. False where the answer would become too long; nothing more is read after that. */
  addToAnswer(characters: number): boolean
  /** How long the answer has become. */
  readonly answerBytes: number
  /** The answer has become too long. */
  readonly isUsedUp: boolean
  /** Runs reads of this request, at most two at a time: one request must not take every database connection. */
  inTurn<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer>
  /** Gives back the slot for large answers. Called when everything has been read. */
  close(): void
}

/** Lets a request read a large answer; the result gives the slot back. */
export type EnterHeavySlot = () => Promise<() => void>

const { budget: limits } = apiLimits
const megabytes = Math.round(limits.answerBytes / 1_000_000)

export const answerTooLargeError = (): ApiError =>
  new ApiError(
    'BAD_USER_INPUT',
    `The answer would be larger than ${megabytes} MB. Ask for fewer fields, or for less in one request.`,
  )

const tooManyRowsError = (): ApiError =>
  new ApiError('BAD_USER_INPUT', `One request may read at most ${limits.rows} rows. Ask for less in one request.`)

/** Without `enterHeavy`, large answers are not limited over all requests. */
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
      // Reserved before the wait: two reads of one request must not both find the same room.
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
