import { isStillRunning } from './process-stamp.ts'
import type { Running } from './running.ts'

export interface Watch {
  running(): Running
  end(): Promise<void>
}

const lookEveryMs = 1_000
const longestPause = 30

/** Starts PostgreSQL again where it ends without our asking: killed by the system, or by a person. */
export function watchOver(first: Running, revive: () => Promise<Running>, log: (line: string) => void): Watch {
  let running = first
  let reviving: Promise<void> | null = null
  let failures = 0
  let looksToSkip = 0

  const tryAgain = async (): Promise<void> => {
    try {
      running = await revive()
      failures = 0
    } catch (error) {
      failures += 1
      looksToSkip = Math.min(2 ** failures, longestPause)
      log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      reviving = null
    }
  }

  const timer = setInterval(() => {
    if (reviving !== null || isStillRunning(running.pid, running.started)) return
    looksToSkip -= 1
    if (looksToSkip >= 0) return
    log(`PostgreSQL ended unasked (process ${running.pid})`)
    reviving = tryAgain()
  }, lookEveryMs)
  timer.unref()

  return {
    running: () => running,
    async end() {
      clearInterval(timer)
      await reviving
    },
  }
}
