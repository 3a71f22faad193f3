import { chmod, copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { UnixAccount } from './account.ts'
import { changeOwner } from './cluster.ts'

/** Folders whose contents belong to the running server: a restored one creates its own. */
const skippedFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const isRuntimeFile = (name: string): boolean =>
  name === 'postmaster.pid' ||
  name === 'postmaster.opts' ||
  name.startsWith('.s.PGSQL.') ||
  name.startsWith('pgsql_tmp')

/** Copies a cluster that is in use, except its write-ahead log. That log covers files that disappear meanwhile. */
export async function copyCluster(from: string, to: string, account: UnixAccount): Promise<number> {
  return copyFolder(from, to, account, (name) => !skippedFolders.has(name))
}

/** Copies the segments of the write-ahead log, without archive files. */
export async function copyWriteAheadLog(from: string, to: string, account: UnixAccount): Promise<number> {
  let bytes = 0
  for (const name of await readdir(from)) {
    if (/^[0-9A-F]{24}$|\.history$/.test(name)) bytes += await copyOwnedFile(join(from, name), join(to, name), account)
  }
  return bytes
}

async function copyFolder(
  from: string,
  to: string,
  account: UnixAccount,
  shouldEnter: (name: string) => boolean,
): Promise<number> {
  let bytes = 0
  await mkdir(to, { mode: 0o700 })
  await changeOwner(account, to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isRuntimeFile(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      // Only at the first level does a name such as pg_wal have a meaning.
      const inside = shouldEnter(entry.name) ? source : null
      bytes +=
        inside === null
          ? await makeEmptyFolder(source, target, account)
          : await copyFolder(inside, target, account, () => true)
    } else if (entry.isFile()) bytes += await copyOwnedFile(source, target, account)
  }
  return bytes
}

/** PostgreSQL expects these folders and their direct subfolders to exist. */
async function makeEmptyFolder(from: string, to: string, account: UnixAccount): Promise<number> {
  await mkdir(to, { mode: 0o700 })
  await changeOwner(account, to)
  if (!from.endsWith('pg_wal')) return 0
  for (const name of ['archive_status', 'summaries']) {
    await mkdir(join(to, name), { mode: 0o700 })
    await changeOwner(account, join(to, name))
  }
  return 0
}

async function copyOwnedFile(from: string, to: string, account: UnixAccount): Promise<number> {
  try {
    await copyFile(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
  await chmod(to, 0o600)
  await changeOwner(account, to)
  return (await lstat(to)).size
}
