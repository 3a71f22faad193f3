import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type LaunchOptions, launchPostgres } from './cluster.ts'
import { chooseSocketFolder, type ClusterLocation } from './data-directory.ts'
import { isProcessRunning } from './process-start-time.ts'
import { type RunningPostgres, waitForStableStatus } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const
const maxLogBytes = 10_000_000
const orphanRetry = { waitMs: 10_000, tryEveryMs: 100, words: 'still in use' } as const

/** The PostgreSQL of this place: the one that runs, else a new one. */
export async function startOrAdoptPostgres(
  place: ClusterLocation,
  binaries: Binaries,
  log: (line: string) => void,
  socketFolder?: string,
): Promise<{ running: RunningPostgres; adopted: boolean }> {
  const found = await waitForStableStatus(place.cluster, log)
  if (found.kind === 'running') {
    log(`PostgreSQL was running already (process ${found.running.pid})`)
    return { running: found.running, adopted: true }
  }
  const logFile = join(place.home, 'server.log')
  await rotateLog(logFile)
  const running = await launchWithRetries({
    binaries,
    account: place.account,
    folder: place.cluster,
    logFile,
    socketFolder: socketFolder ?? (await chooseSocketFolder(place)),
    settings: durableSettings,
    stale: found.stale,
  })
  log(`PostgreSQL ${binaries.major} started (process ${running.pid})`)
  return { running, adopted: false }
}

/** The backends of a PostgreSQL that was killed live on for a moment; beside them a new one would ruin the files. */
async function launchWithRetries(plan: LaunchOptions): Promise<RunningPostgres> {
  const deadline = Date.now() + orphanRetry.waitMs
  for (;;) {
    try {
      return await launchPostgres(plan)
    } catch (error) {
      const isHeldUp = error instanceof DatabaseStartError && error.message.includes(orphanRetry.words)
      if (!isHeldUp || Date.now() > deadline) throw error
      await pause(orphanRetry.tryEveryMs)
    }
  }
}

async function rotateLog(logFile: string): Promise<void> {
  const entry = await stat(logFile).catch(() => null)
  if (entry !== null && entry.size > maxLogBytes) await rename(logFile, `${logFile}.1`)
}

interface PostgresSupervisor {
  currentServer(): RunningPostgres
  stop(): Promise<void>
}

const checkEveryMs = 1_000
const maxSkippedChecks = 30

/** Starts PostgreSQL again where it ends without our asking: killed by the system, or by a person. */
export function supervisePostgres(
  first: RunningPostgres,
  revive: () => Promise<RunningPostgres>,
  log: (line: string) => void,
): PostgresSupervisor {
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
