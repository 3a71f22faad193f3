import type { EventLoopPacer } from '../reliability/event-loop-pacer.ts'
import { ApiError } from './errors.ts'

export interface ConcurrencyLimiterOptions {
  /** So many run at the same time. */
  readonly atOnce: number
  /** So many may wait; the next is refused at once. */
  readonly mostWaiting: number
  readonly waitMs: number
  /** Leaves time of the event loop to others before each piece of work. */
  readonly pacer?: EventLoopPacer
}

/**
 * Lets only so many of one kind of work run at once; the others wait in the order in which they came. In front of a
 * pool of connections it leaves room for other work, and its waiters do not fail for want of a connection.
 */
export interface ConcurrencyLimiter {
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
  readonly waiting: number
}

const serverBusyError = (): ApiError =>
  new ApiError('RATE_LIMITED', 'The server is busy. Try again in a moment.', { retryAfter: 2 })

export function createConcurrencyLimiter({
  atOnce,
  mostWaiting,
  waitMs,
  pacer,
}: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const waiting = new Set<() => void>()
  let running = 0

  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    if (waiting.size >= mostWaiting) throw serverBusyError()
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(serverBusyError())
      }, waitMs)
      waiting.add(start)
    })
  }

  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    // The place is handed on, so that nobody who comes now is let in before those who wait.
    waiting.delete(next)
    next()
  }

  return {
    async run(work) {
      await enter()
      try {
        await pacer?.waitForTurn()
        return await work()
      } finally {
        leave()
      }
    },
    get waiting() {
      return waiting.size
    },
  }
}
