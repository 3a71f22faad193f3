import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../start-refused.ts'
import type { Binaries } from './binaries.ts'
import { launch, type LaunchPlan } from './cluster.ts'
import type { Place } from './place.ts'
import { lookUntilSettled, type Running } from './running.ts'
import { chooseSocketFolder } from './socket-folder.ts'

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const
const logLimitBytes = 10_000_000
const orphans = { waitMs: 10_000, tryEveryMs: 100, words: 'still in use' } as const

/** The PostgreSQL of this place: the one that runs, else a new one. */
export async function serve(
  place: Place,
  binaries: Binaries,
  log: (line: string) => void,
  socketFolder?: string,
): Promise<{ running: Running; adopted: boolean }> {
  const found = await lookUntilSettled(place.cluster, log)
  if (found.kind === 'running') {
    log(`PostgreSQL was running already (process ${found.running.pid})`)
    return { running: found.running, adopted: true }
  }
  const logFile = join(place.home, 'server.log')
  await keepShort(logFile)
  const running = await launchPatiently({
    binaries,
    account: place.account,
    folder: place.cluster,
    logFile,
    socketFolder: socketFolder ?? (await chooseSocketFolder(place)),
    settings: durable,
    stale: found.stale,
  })
  log(`PostgreSQL ${binaries.major} started (process ${running.pid})`)
  return { running, adopted: false }
}

/** The backends of a PostgreSQL that was killed live on for a moment; beside them a new one would ruin the files. */
async function launchPatiently(plan: LaunchPlan): Promise<Running> {
  const deadline = Date.now() + orphans.waitMs
  for (;;) {
    try {
      return await launch(plan)
    } catch (error) {
      const isHeldUp = error instanceof StartRefused && error.message.includes(orphans.words)
      if (!isHeldUp || Date.now() > deadline) throw error
      await pause(orphans.tryEveryMs)
    }
  }
}

async function keepShort(logFile: string): Promise<void> {
  const entry = await stat(logFile).catch(() => null)
  if (entry !== null && entry.size > logLimitBytes) await rename(logFile, `${logFile}.1`)
}
