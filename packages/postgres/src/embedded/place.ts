import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import { type Account, firstClosedFolder, isRoot, unprivilegedAccount } from './account.ts'

/** Where the cluster of one DATA_DIR lies. */
export interface Place {
  /** DATA_DIR/postgres: the lock, the password, the log, and the pointer to a cluster that lies elsewhere. */
  readonly home: string
  /** The folder that holds the cluster's own: `home`, or one under the system's state directory. */
  readonly root: string
  readonly cluster: string
  readonly account: Account
  readonly exists: boolean
}

const stateFolder = '/var/lib/espalier'

export const homeOf = (dataDir: string): string => join(resolve(dataDir), 'postgres')

export async function prepareHome(dataDir: string): Promise<string> {
  const home = homeOf(dataDir)
  try {
    const made = await mkdir(resolve(dataDir), { recursive: true, mode: 0o711 })
    // A strict umask must not shut PostgreSQL's account out of a folder that we make ourselves.
    if (made !== undefined && isRoot()) await chmod(resolve(dataDir), 0o711)
    await access(resolve(dataDir), constants.W_OK | constants.X_OK)
    await mkdir(home, { recursive: true })
    await chmod(home, isRoot() ? 0o711 : 0o700)
    return home
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw cause
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a directory' : `cannot be written: ${message}`
    throw new StartRefused(`DATA_DIR ${resolve(dataDir)} ${reason}`, { cause })
  }
}

export async function findPlace(home: string): Promise<Place> {
  const pointed = await readPointer(home)
  const root = pointed ?? home
  const cluster = join(root, 'cluster')
  const entry = await stat(cluster).catch(() => null)
  if (entry === null) {
    if (pointed !== null) {
      throw new StartRefused(`${pointerOf(home)} leads to ${pointed}, but the database is not there`)
    }
    return newPlace(home)
  }
  const account = isRoot() && entry.uid !== 0 ? { uid: entry.uid, gid: entry.gid } : unprivilegedAccount()
  const closed = await firstClosedFolder(cluster, account)
  if (closed !== null) {
    throw new StartRefused(`PostgreSQL's account (uid ${account?.uid}) may not enter ${closed}, which holds its data`)
  }
  return { home, root, cluster, account, exists: true }
}

async function newPlace(home: string): Promise<Place> {
  const account = unprivilegedAccount()
  const isOpen = (await firstClosedFolder(home, account)) === null
  const root = isOpen ? home : join(stateFolder, randomBytes(8).toString('hex'))
  return { home, root, cluster: join(root, 'cluster'), account, exists: false }
}

/** Makes the folder that a new cluster goes into, where that is not `home`. */
export async function makeRoot(place: Place): Promise<void> {
  if (place.root === place.home) return
  try {
    await mkdir(place.root, { recursive: true })
    await chmod(stateFolder, 0o711)
    await chmod(place.root, 0o711)
  } catch (cause) {
    const reason = (cause as Error).message
    throw new StartRefused(`Only root may enter ${place.home}, and no folder can be made elsewhere: ${reason}`, {
      cause,
    })
  }
}

const pointerOf = (home: string): string => join(home, 'location')

async function readPointer(home: string): Promise<string | null> {
  const text = await readFile(pointerOf(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
  return text.trim() === '' ? null : text.trim()
}

export async function writePointer(place: Place): Promise<void> {
  if (place.root === place.home) return
  const draft = `${pointerOf(place.home)}.draft`
  await writeFile(draft, `${place.root}\n`, { mode: 0o600 })
  await rename(draft, pointerOf(place.home))
}
