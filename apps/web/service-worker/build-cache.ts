import { configPath, shellPath } from './decide-response.ts'

/** Data that the build gives its worker: `apps/web/vite/service-worker.ts` writes it in front of the code. */
export interface BuildFiles {
  /** Differs between any two builds. */
  readonly id: string
  /** The path and the sha256 digest of every file that the page may load. */
  readonly files: readonly (readonly [path: string, integrity: string])[]
}

const cachePrefix = 'espalier-build-'
export const nameBuildCache = ({ id }: BuildFiles): string => `${cachePrefix}${id}`

// More at once would take the line from the page that is open.
const parallelRequests = 4

/** Stores every file of a build, or nothing: a build of which a part is missing must never be shown. */
export async function storeBuild(build: BuildFiles): Promise<void> {
  const name = nameBuildCache(build)
  const cache = await caches.open(name)
  const waiting = [...build.files]
  const storeNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await storeFile(cache, ...file)
  }
  try {
    await Promise.all([...Array.from({ length: parallelRequests }, storeNext), refreshConfig(cache)])
  } catch (error) {
    waiting.length = 0
    await caches.delete(name)
    throw error
  }
}

/** A name with a hash is the same file in every build, so most of a new build is on the device already. */
async function storeFile(cache: Cache, path: string, integrity: string): Promise<void> {
  const isHashed = path.startsWith('/assets/')
  const known = isHashed ? await caches.match(path) : undefined
  // During a deployment another server may answer with the file of another build: the digest refuses it.
  const response = known ?? (await requestAnonymously(path, { integrity, cache: isHashed ? 'default' : 'no-cache' }))
  if (!response.ok) throw new Error(`${path}: status ${response.status}`)
  await cache.put(path, response)
}

/** Without cookies the server cannot put anything about a person into an answer that is stored. */
export const requestAnonymously = (path: string, options: RequestInit): Promise<Response> =>
  fetch(path, { credentials: 'omit', redirect: 'error', priority: 'low', ...options })

export async function refreshConfig(cache: Cache): Promise<void> {
  const response = await requestAnonymously(configPath, { cache: 'no-store' })
  const isJson = response.headers.get('content-type')?.includes('application/json') === true
  if (!response.ok || !isJson) throw new Error(`${configPath}: status ${response.status}`)
  await cache.put(configPath, response)
}

/** The page itself does not change within a build, but its headers do when the operator changes the configuration. */
export async function refreshShell(cache: Cache, { files }: BuildFiles): Promise<void> {
  const file = files.find(([path]) => path === shellPath)
  if (file !== undefined) await storeFile(cache, ...file)
}

/**
 * Deletes builds that no tab can need any more. The one before this one stays: a tab may refuse to reload because it
 * cannot store its text, and goes on with the files of its own build. Later ones are being installed.
 */
export async function deleteOldBuilds(build: BuildFiles): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  const own = names.indexOf(nameBuildCache(build))
  await Promise.all(names.slice(0, Math.max(own - 1, 0)).map((name) => caches.delete(name)))
}

export async function deleteAllBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  await Promise.all(names.map((name) => caches.delete(name)))
}
