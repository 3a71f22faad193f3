import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import { isRoot } from './account.ts'
import { changeOwner } from './cluster.ts'
import { copyCluster, copyWriteAheadLog } from './copy-cluster.ts'
import { type ClusterLocation, locateCluster, resolvePostgresHome } from './data-directory.ts'
import { findRunningPostgres } from './embedded-postgres.ts'
import { readSecrets, withSuperuser } from './roles.ts'
import { DatabaseStartError } from './start-error.ts'

export interface BackupResult {
  readonly folder: string
  readonly bytes: number
}

/**
 * Copies the database of a DATA_DIR, which must be running, into a new folder that is itself a valid DATA_DIR. It
 * contains everything that was committed when it began, and the existing files `also` of DATA_DIR. The folder gets its
 * name only once it is complete.
 */
export async function backUpEmbedded(
  dataDir: string,
  folder: string,
  also: readonly string[] = [],
): Promise<BackupResult> {
  const target = resolve(folder)
  const running = await findRunningPostgres(dataDir)
  if (running === null) throw new DatabaseStartError(`No database runs for DATA_DIR ${dataDir}`)
  await ensureEmptyFolder(target)
  const location = await locateCluster(resolvePostgresHome(dataDir))
  const secrets = await readSecrets(location.home)
  const draft = `${target}.part-${randomBytes(4).toString('hex')}`
  await makeBackupFolder(dirname(target))
  try {
    await makeAccessibleFolder(draft)
    await makeAccessibleFolder(join(draft, 'postgres'))
    await copyFile(join(location.home, 'password'), join(draft, 'postgres', 'password'))
    for (const name of also) await copyIfExists(join(dataDir, name), join(draft, name))
    let bytes = 0
    await withSuperuser(running.socketFolder, running.port, secrets.superuser, async (client) => {
      bytes = await copyRunningCluster(client, location, join(draft, 'postgres', 'cluster'))
    })
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    return { folder: target, bytes }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const copyIfExists = (from: string, to: string): Promise<void> =>
  copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

async function ensureEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new DatabaseStartError(`${folder} cannot hold a backup: ${error.message}`, { cause: error })
  })
  if (names.length > 0) throw new DatabaseStartError(`${folder} is not empty: a backup goes into a new folder`)
}

const makeBackupFolder = (folder: string): Promise<unknown> =>
  mkdir(folder, { recursive: true }).catch((cause: Error) => {
    throw new DatabaseStartError(`${folder} cannot hold a backup: ${cause.message}`, { cause })
  })

/** When root runs it, PostgreSQL's account must be able to enter the folder. */
async function makeAccessibleFolder(folder: string): Promise<void> {
  await makeBackupFolder(folder)
  await chmod(folder, isRoot() ? 0o711 : 0o700)
}

async function copyRunningCluster(
  client: Client,
  { cluster, account }: ClusterLocation,
  target: string,
): Promise<number> {
  // Without a replication slot a busy server would recycle the log before it is copied.
  const slot = `backup_${randomBytes(6).toString('hex')}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await client.query(`select pg_backup_start('espalier', fast => true)`)
  const bytes = await copyCluster(cluster, target, account)
  const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  const label = join(target, 'backup_label')
  await writeFile(label, stopped.rows[0]?.labelfile ?? '', { mode: 0o600 })
  await changeOwner(account, label)
  return bytes + (await copyWriteAheadLog(join(cluster, 'pg_wal'), join(target, 'pg_wal'), account))
}
