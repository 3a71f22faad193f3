import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import { StartRefused } from '../start-refused.ts'
import { isRoot } from './account.ts'
import { giveTo } from './cluster.ts'
import { copyCluster, copyLog } from './copy-cluster.ts'
import { findRunning } from './embedded.ts'
import { findPlace, homeOf, type Place } from './place.ts'
import { asSuperuser } from './roles.ts'
import { readSecrets } from './secrets.ts'

export interface BackedUp {
  readonly folder: string
  readonly bytes: number
}

/**
 * Copies the database of a DATA_DIR, which must be running, into a new folder that can be a DATA_DIR itself. Everything
 * that was committed when it began is in it, and the files `also` of DATA_DIR that are there. The folder has its name
 * only once it is whole.
 */
export async function backUpEmbedded(dataDir: string, folder: string, also: readonly string[] = []): Promise<BackedUp> {
  const target = resolve(folder)
  const running = await findRunning(dataDir)
  if (running === null) throw new StartRefused(`No database runs for DATA_DIR ${dataDir}`)
  await refuseUsed(target)
  const place = await findPlace(homeOf(dataDir))
  const secrets = await readSecrets(place.home)
  const draft = `${target}.part-${randomBytes(4).toString('hex')}`
  await makeFolder(dirname(target))
  try {
    await makeOpenFolder(draft)
    await makeOpenFolder(join(draft, 'postgres'))
    await copyFile(join(place.home, 'password'), join(draft, 'postgres', 'password'))
    for (const name of also) await copyIfThere(join(dataDir, name), join(draft, name))
    let bytes = 0
    await asSuperuser(running.socketFolder, running.port, secrets.superuser, async (client) => {
      bytes = await copyWhileItRuns(client, place, join(draft, 'postgres', 'cluster'))
    })
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    return { folder: target, bytes }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const copyIfThere = (from: string, to: string): Promise<void> =>
  copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StartRefused(`${folder} cannot hold a backup: ${error.message}`, { cause: error })
  })
  if (names.length > 0) throw new StartRefused(`${folder} is not empty: a backup goes into a new folder`)
}

const makeFolder = (folder: string): Promise<unknown> =>
  mkdir(folder, { recursive: true }).catch((cause: Error) => {
    throw new StartRefused(`${folder} cannot hold a backup: ${cause.message}`, { cause })
  })

/** Run by root, PostgreSQL's own account must be able to pass through. */
async function makeOpenFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  await chmod(folder, isRoot() ? 0o711 : 0o700)
}

async function copyWhileItRuns(client: Client, { cluster, account }: Place, target: string): Promise<number> {
  // Without a slot of our own a busy server would reuse the log that the copy needs before it is copied.
  const slot = `backup_${randomBytes(6).toString('hex')}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await client.query(`select pg_backup_start('espalier', fast => true)`)
  const bytes = await copyCluster(cluster, target, account)
  const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  const label = join(target, 'backup_label')
  await writeFile(label, stopped.rows[0]?.labelfile ?? '', { mode: 0o600 })
  await giveTo(account, label)
  return bytes + (await copyLog(join(cluster, 'pg_wal'), join(target, 'pg_wal'), account))
}
