import { isProcessRunning } from './process-stamp.ts'
import type { RunningPostgres } from './running.ts'

export interface PostgresSupervisor {
  currentServer(): RunningPostgres
  stop(): Promise<void>
}

const checkEveryMs = 1_000
const maxSkippedChecks = 30

/** Starts PostgreSQL again where it ends without our asking: killed by the system, or by a person. */
export function supervisePostgres(first: RunningPostgres, revive: () => Promise<RunningPostgres>, log: (line: string) => void): PostgresSupervisor {
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
      looksToSkip = Math.min(2 ** failures, maxSkippedChecks)
      log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      reviving = null
    }
  }

  const timer = setInterval(() => {
    if (reviving !== null || isProcessRunning(running.pid, running.started)) return
    looksToSkip -= 1
    if (looksToSkip >= 0) return
    log(`PostgreSQL ended unasked (process ${running.pid})`)
    reviving = tryAgain()
  }, checkEveryMs)
  timer.unref()

  return {
    currentServer: () => running,
    async stop() {
      clearInterval(timer)
      await reviving
    },
  }
}
