import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** How long the event loop has existed and how much of that it worked, in milliseconds. */
export interface LoopTimes {
  readonly elapsed: number
  readonly active: number
}

export interface EventLoopPacerOptions {
  /** Turns are given only while the loop has worked for at most this part of the time since the last turn. */
  readonly activeShare: number
  /** When others keep the loop busy, a turn is given anyway after this time, so that nothing waits forever. */
  readonly mostWaitMs: number
  readonly readTimes?: () => LoopTimes
  readonly wait?: (ms: number) => Promise<unknown>
}

/**
 * Spreads work that arrives in a burst, so that other work finds the event loop free in between. A turn is given
 * immediately while the loop has time left.
 */
export interface EventLoopPacer {
  /** Resolves when the next piece of work may start, in the order of the calls. */
  waitForTurn(): Promise<void>
}

const readLoopTimes = (): LoopTimes => {
  const { active, idle } = performance.eventLoopUtilization()
  return { elapsed: active + idle, active }
}

export function createEventLoopPacer({
  activeShare,
  mostWaitMs,
  readTimes = readLoopTimes,
  wait = delay,
}: EventLoopPacerOptions): EventLoopPacer {
  let last: LoopTimes | null = null
  let queue = Promise.resolve()
  const waitForIdleTime = async (since: LoopTimes): Promise<void> => {
    const startedAt = readTimes().elapsed
    for (;;) {
      const now = readTimes()
      const missing = (now.active - since.active) / activeShare - (now.elapsed - since.elapsed)
      const left = mostWaitMs - (now.elapsed - startedAt)
      if (missing <= 0 || left <= 0) return
      await wait(Math.max(1, Math.min(missing, left)))
    }
  }
  return {
    waitForTurn() {
      queue = queue.then(async () => {
        if (last !== null) await waitForIdleTime(last)
        last = readTimes()
      })
      return queue
    },
  }
}
