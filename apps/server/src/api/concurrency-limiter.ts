import type { EventLoopPacer } from '../reliability/event-loop-pacer.ts'
import { requestTexts } from '../texts/requests.ts'
import { ApiError } from './errors.ts'

export interface ConcurrencyLimiterOptions {
  /** How many run at the same time. */
  readonly atOnce: number
  /** How many may wait; the next one is refused at once. */
  readonly mostWaiting: number
  readonly waitMs: number
  /** Leaves time of the event loop to others before each piece of work. */
  readonly pacer?: EventLoopPacer
}

/**
 * Limits how much of one kind of work runs at once; the rest waits in order of arrival. In front of a connection pool
 * it leaves connections for other work, and waiting work does not fail for lack of a connection.
 */
export interface ConcurrencyLimiter {
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
  readonly waiting: number
}

const serverBusyError = (): ApiError => new ApiError('RATE_LIMITED', requestTexts.busy, { retryAfter: 2 })

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
    // The slot passes directly to the next waiter, so that no new caller overtakes the queue.
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
