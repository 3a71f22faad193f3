import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseStartError } from '../start-refused.ts'
import type { Binaries } from './binaries.ts'
import { launchPostgres, type LaunchOptions } from './cluster.ts'
import type { ClusterLocation } from './place.ts'
import { waitForStableStatus, type RunningPostgres } from './running.ts'
import { chooseSocketFolder } from './socket-folder.ts'

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
