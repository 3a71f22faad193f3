import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { findInaccessibleFolder, isRoot, type UnixAccount, unprivilegedAccount } from './account.ts'
import { changeOwner, socketPort } from './cluster.ts'
import { DatabaseStartError } from './start-error.ts'

/** The location of a DATA_DIR's cluster. */
export interface ClusterLocation {
  /** DATA_DIR/postgres: the lock, the password, the log, and the pointer to a cluster in another folder. */
  readonly home: string
  /** The parent of the cluster's folder: `home`, or one under the system's state directory. */
  readonly root: string
  readonly cluster: string
  readonly account: UnixAccount
  readonly exists: boolean
}

const stateFolder = '/var/lib/espalier'

export const isInStateFolder = (folder: string): boolean => dirname(folder) === stateFolder

export const resolvePostgresHome = (dataDir: string): string => join(resolve(dataDir), 'postgres')

export async function preparePostgresHome(dataDir: string): Promise<string> {
  const home = resolvePostgresHome(dataDir)
  try {
    await makeFolder(resolve(dataDir))
    await access(resolve(dataDir), constants.W_OK | constants.X_OK)
    await makeFolder(home)
    return home
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw cause
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a directory' : `cannot be written: ${message}`
    throw new DatabaseStartError(`DATA_DIR ${resolve(dataDir)} ${reason}`, { cause })
  }
}

/** Avoids `recursive` of `mkdir`, which never returns if the system refuses new folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
    // A strict umask would lock PostgreSQL's account out.
    await chmod(folder, isRoot() ? 0o711 : 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isThere = code === 'EEXIST' && (await stat(folder)).isDirectory()
    if (isThere) return
    if (code !== 'ENOENT' || (await isFolder(dirname(folder)))) throw error
    await makeFolder(dirname(folder))
    await makeFolder(folder)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )

export async function locateCluster(home: string): Promise<ClusterLocation> {
  const pointer = await readLocationPointer(home)
  const root = pointer ?? home
  const cluster = join(root, 'cluster')
  const entry = await stat(cluster).catch(() => null)
  if (entry === null) {
    if (pointer !== null) {
      throw new DatabaseStartError(`${getPointerFile(home)} leads to ${pointer}, but the database is not there`)
    }
    return chooseNewLocation(home)
  }
  const account = isRoot() && entry.uid !== 0 ? { uid: entry.uid, gid: entry.gid } : unprivilegedAccount()
  const closed = await findInaccessibleFolder(cluster, account)
  if (closed !== null) {
    throw new DatabaseStartError(
      `PostgreSQL's account (uid ${account?.uid}) may not enter ${closed}, which holds its data`,
    )
  }
  return { home, root, cluster, account, exists: true }
}

async function chooseNewLocation(home: string): Promise<ClusterLocation> {
  const account = unprivilegedAccount()
  const isOpen = (await findInaccessibleFolder(home, account)) === null
  const root = isOpen ? home : join(stateFolder, randomBytes(8).toString('hex'))
  return { home, root, cluster: join(root, 'cluster'), account, exists: false }
}

/** Creates the folder for a new cluster if that is not `home`. */
export async function makeClusterRoot(location: ClusterLocation): Promise<void> {
  if (location.root === location.home) return
  try {
    await makeFolder(location.root)
  } catch (cause) {
    const reason = (cause as Error).message
    throw new DatabaseStartError(
      `Only root may enter ${location.home}, and no folder can be made elsewhere: ${reason}`,
      {
        cause,
      },
    )
  }
}

const getPointerFile = (home: string): string => join(home, 'location')

async function readLocationPointer(home: string): Promise<string | null> {
  const text = await readFile(getPointerFile(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
  return text.trim() === '' ? null : text.trim()
}

export async function writeLocationPointer(location: ClusterLocation): Promise<void> {
  if (location.root === location.home) return
  const draft = `${getPointerFile(location.home)}.draft`
  await writeFile(draft, `${location.root}\n`, { mode: 0o600 })
  await rename(draft, getPointerFile(location.home))
}

const socketFolderPrefix = 'espalier-socket-'
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103
const fitsSocketPath = (folder: string): boolean =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= maxSocketPathBytes

const getSocketFolderNote = (location: ClusterLocation): string => join(location.home, 'socket-folder')

/**
 * Returns the cluster's own folder, which only PostgreSQL may enter, or a short one elsewhere if that path is too long.
 */
export async function chooseSocketFolder(location: ClusterLocation): Promise<string> {
  await removeSocketFolder(location)
  if (fitsSocketPath(location.cluster)) return location.cluster
  const parent =
    fitsSocketPath(join(tmpdir(), `${socketFolderPrefix}xxxxxx`)) &&
    (await findInaccessibleFolder(tmpdir(), location.account)) === null
      ? tmpdir()
      : '/tmp'
  const folder = await mkdtemp(join(parent, socketFolderPrefix))
  await changeOwner(location.account, folder)
  await writeFile(getSocketFolderNote(location), `${folder}\n`, { mode: 0o600 })
  return folder
}

export async function removeSocketFolder(location: ClusterLocation): Promise<void> {
  const folder = (await readFile(getSocketFolderNote(location), 'utf8').catch(() => '')).trim()
  if (!basename(folder).startsWith(socketFolderPrefix)) return
  await rm(folder, { recursive: true, force: true })
  await rm(getSocketFolderNote(location), { force: true })
}
