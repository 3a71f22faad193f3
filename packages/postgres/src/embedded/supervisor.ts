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

/** Returns the PostgreSQL of this location: the running one, otherwise a new one. */
export async function startOrAdoptPostgres(
  location: ClusterLocation,
  binaries: Binaries,
  log: (line: string) => void,
  socketFolder?: string,
): Promise<{ running: RunningPostgres; adopted: boolean }> {
  const found = await waitForStableStatus(location.cluster, log)
  if (found.kind === 'running') {
    log(`PostgreSQL was running already (process ${found.running.pid})`)
    return { running: found.running, adopted: true }
  }
  const logFile = join(location.home, 'server.log')
  await rotateLog(logFile)
  const running = await launchWithRetries({
    binaries,
    account: location.account,
    folder: location.cluster,
    logFile,
    socketFolder: socketFolder ?? (await chooseSocketFolder(location)),
    settings: durableSettings,
    stale: found.stale,
  })
  log(`PostgreSQL ${binaries.major} started (process ${running.pid})`)
  return { running, adopted: false }
}

/** The backends of a killed PostgreSQL live on for a moment; a new one next to them would corrupt the files. */
async function launchWithRetries(plan: LaunchOptions): Promise<RunningPostgres> {
  const deadline = Date.now() + orphanRetry.waitMs
  for (;;) {
    try {
      return await launchPostgres(plan)
    } catch (error) {
      const hasOrphans = error instanceof DatabaseStartError && error.message.includes(orphanRetry.words)
      if (!hasOrphans || Date.now() > deadline) throw error
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

/** Restarts PostgreSQL if it ends without our request: killed by the system or by a person. */
export function supervisePostgres(
  first: RunningPostgres,
  restart: () => Promise<RunningPostgres>,
  log: (line: string) => void,
): PostgresSupervisor {
  let running = first
  let restarting: Promise<void> | null = null
  let failures = 0
  let skippedChecks = 0

  const tryAgain = async (): Promise<void> => {
    try {
      running = await restart()
      failures = 0
    } catch (error) {
      failures += 1
      skippedChecks = Math.min(2 ** failures, maxSkippedChecks)
      log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      restarting = null
    }
  }

  const timer = setInterval(() => {
    if (restarting !== null || isProcessRunning(running.pid, running.started)) return
    skippedChecks -= 1
    if (skippedChecks >= 0) return
    log(`PostgreSQL ended unexpectedly (process ${running.pid})`)
    restarting = tryAgain()
  }, checkEveryMs)
  timer.unref()

  return {
    currentServer: () => running,
    async stop() {
      clearInterval(timer)
      await restarting
    },
  }
}
