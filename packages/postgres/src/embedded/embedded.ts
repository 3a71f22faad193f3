import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../connection.ts'
import { StartRefused } from '../start-refused.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { checkVersion, initialise } from './cluster.ts'
import { hold, type Holding } from './holding.ts'
import { findPlace, homeOf, makeRoot, type Place, prepareHome, writePointer } from './place.ts'
import { isStillRunning } from './process-stamp.ts'
import { connectionTo, ensureApplication } from './roles.ts'
import { end, look, type Running } from './running.ts'
import { type ClusterSecrets, makeSecrets, readSecrets } from './secrets.ts'
import { serve } from './serve.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { watchOver } from './watch-over.ts'

export interface EmbeddedPostgres {
  readonly connection: Connection
  /** The folder of the database where it does not lie in DATA_DIR, because PostgreSQL's account may not enter that; else null. */
  readonly folderElsewhere: string | null
  readonly processId: number
  /** It was running already: an earlier server was killed without stopping it. */
  readonly adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: (line: string) => void
}

const adoptions = 3
const dyingMs = 250

/** Starts the PostgreSQL of this DATA_DIR, or takes over the one that an earlier server left running. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const holdings: Holding[] = []
  try {
    const home = await prepareHome(options.dataDir)
    holdings.push(await hold(home, `DATA_DIR ${options.dataDir}`))
    const place = await findPlace(home)
    if (!place.exists) await makeRoot(place)
    // A copy of DATA_DIR leads to the same cluster: the two must not both use it.
    if (place.root !== home) holdings.push(await hold(place.root, `The database in ${place.root}`))
    return await open(place, holdings, options.log)
  } catch (error) {
    await releaseAll(holdings)
    throw refusalFor(error, options.dataDir)
  }
}

async function open(
  place: Place,
  holdings: readonly Holding[],
  log: EmbeddedOptions['log'],
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries(place.account)
  const secrets = place.exists ? await readSecrets(place.home) : await create(place, binaries, log)
  await checkVersion(place.cluster, binaries.major)
  const { running: first, adopted } = await openUp(place, binaries, secrets, log)
  const watch = watchOver(first, async () => (await serve(place, binaries, log, first.socketFolder)).running, log)
  return {
    connection: connectionTo(first, secrets),
    folderElsewhere: place.root === place.home ? null : place.root,
    adopted,
    get processId() {
      return watch.running().pid
    },
    stop: once(async () => {
      await watch.end()
      await end(watch.running())
      await removeSocketFolder(place)
      await releaseAll(holdings)
      log(`PostgreSQL stopped (process ${watch.running().pid})`)
    }),
  }
}

/** A second call must not release what another server has taken in the meantime. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

async function openUp(
  place: Place,
  binaries: Binaries,
  secrets: ClusterSecrets,
  log: EmbeddedOptions['log'],
): Promise<{ running: Running; adopted: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const served = await serve(place, binaries, log)
    try {
      await ensureApplication(served.running, place.cluster, secrets)
      return served
    } catch (error) {
      // One that is just being killed looks alive for a moment longer.
      const isDying = served.adopted && (await endsSoon(served.running))
      if (!served.adopted) await end(served.running)
      if (!isDying || attempt === adoptions) throw error
    }
  }
}

async function endsSoon({ pid, started }: Running): Promise<boolean> {
  await pause(dyingMs)
  return !isStillRunning(pid, started)
}

async function create(place: Place, binaries: Binaries, log: EmbeddedOptions['log']): Promise<ClusterSecrets> {
  log(`Making a new database in ${place.cluster}`)
  const secrets = await makeSecrets(place.home)
  try {
    await initialise({ binaries, account: place.account, folder: place.cluster }, secrets.superuser)
    await writePointer(place)
    return secrets
  } catch (error) {
    // Nothing would ever lead there again.
    if (place.root !== place.home) await rm(place.root, { recursive: true, force: true })
    throw error
  }
}

/** The database of a server that runs now, for a command beside it; null where none runs. */
export async function connectEmbedded(dataDir: string): Promise<Connection | null> {
  const running = await findRunning(dataDir)
  return running === null ? null : connectionTo(running, await readSecrets(homeOf(dataDir)))
}

export async function findRunning(dataDir: string): Promise<Running | null> {
  try {
    const place = await findPlace(homeOf(dataDir))
    const found = place.exists ? await look(place.cluster) : null
    return found?.kind === 'running' ? found.running : null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw refusalFor(error, dataDir)
  }
}

async function releaseAll(holdings: readonly Holding[]): Promise<void> {
  // A folder that was removed meanwhile holds nobody up.
  await Promise.allSettled(holdings.toReversed().map((holding) => holding.release()))
}

function refusalFor(error: unknown, dataDir: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof StartRefused || code === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartRefused(`The disk of DATA_DIR ${dataDir} is full`, { cause: error })
  }
  return new StartRefused(`The database in DATA_DIR ${dataDir} cannot be used: ${message}`, { cause: error })
}
