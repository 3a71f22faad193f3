// Keeps a bundle of the server for each state of its sources. See docs/decisions/0052 and 0090.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { bundleName, bundleServer } from './bundle-server.mjs'
import { fingerprint } from './fingerprint.mjs'

/** Everything that a bundle may contain, or that decides what is in it. */
export const productSources = {
  entry: 'apps/server/src/app/run-server.ts',
  folders: [
    'apps/server/package.json',
    'apps/server/src',
    'apps/identity/package.json',
    'apps/identity/src',
    'packages/domain',
    'packages/interchange',
    'packages/postgres',
    'packages/schema',
    'package-lock.json',
    // What is installed, in case that it is not what the lock file says.
    'node_modules/.package-lock.json',
    'tsconfig.base.json',
    'tools/bundle-server.mjs',
    'tools/server-bundle.mjs',
  ],
}
const manifestName = 'files.json'
/** A bundle that nobody starts any more is removed by the next build. A running server has loaded all of its own. */
const keptMs = 60 * 60 * 1000

/**
 * Returns a bundle of the sources as they are now, which is built if it is missing or damaged: its path, its code and its
 * source map as they were checked. Null: it could not be built or stored, and the server has to run from its sources.
 */
export async function prepareServerBundle(root, { entry, folders, ...rules } = productSources) {
  // Inside node_modules, so that the packages outside of it are found from its place.
  const cache = join(root, 'node_modules', '.cache', 'espalier-start')
  // The bundle contains absolute paths, so the one of a checkout that was copied or moved is another one.
  const state = createHash('sha256')
    .update(`${root}\n${fingerprint(root, folders)}`)
    .digest('hex')
  const folder = join(cache, state.slice(0, 32))
  const kept = readBundle(folder)
  if (kept !== null) return kept
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    const isHashed = (input) => folders.some((source) => input === source || input.startsWith(`${source}/`))
    const { files } = await bundleServer(root, { entry, outdir: folder, isHashed, ...rules })
    mkdirSync(draft, { recursive: true })
    for (const [name, contents] of files) writeFileSync(join(draft, name), contents)
    const checksums = Object.fromEntries([...files].map(([name, contents]) => [name, crc32(contents)]))
    writeFileSync(join(draft, manifestName), JSON.stringify(checksums))
    rmSync(folder, { recursive: true, force: true })
    // In one step, so that a start at the same time never sees half of it.
    renameSync(draft, folder)
    removeOld(cache)
  } catch {
    discard(draft)
  }
  // Another start may have been faster.
  return readBundle(folder)
}

/** Where nothing can be stored, nothing is left to remove either. */
function discard(draft) {
  try {
    rmSync(draft, { recursive: true, force: true })
  } catch {
    // A later build removes it by its age.
  }
}

/** Null if a file is not there as it was written. Against damage a checksum is enough, and takes no time. */
function readBundle(folder) {
  try {
    const checksums = JSON.parse(readFileSync(join(folder, manifestName), 'utf8'))
    const read = (name) => {
      const contents = readFileSync(join(folder, name))
      if (crc32(contents) !== checksums[name]) throw new Error(`${name} is damaged`)
      return contents
    }
    return { file: join(folder, bundleName), code: read(bundleName), map: read(`${bundleName}.map`) }
  } catch {
    return null
  }
}

function removeOld(cache) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}
