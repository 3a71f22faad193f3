// Bundles the server's TypeScript once for each state of its sources, because transpiling them file by file took most of
// a start. See docs/decisions/0052.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fingerprint } from './fingerprint.mjs'

/** Everything that a bundle may contain, or that decides what is in it. */
const productSources = {
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
    'tsconfig.base.json',
    relative(fileURLToPath(new URL('..', import.meta.url)), fileURLToPath(import.meta.url)),
  ],
}
const manifestName = 'files.json'
/** A bundle that nobody starts any more is removed by the next build. A running server has loaded all of its own. */
const keptMs = 60 * 60 * 1000

/**
 * Returns the path of a bundle of the sources as they are now, which is built if it is missing or damaged. Null: it
 * could not be built or stored, and the server has to run from its sources.
 */
export async function prepareServerBundle(root, { entry, folders } = productSources) {
  // Inside node_modules, so that the packages it imports are found from its place.
  const cache = join(root, 'node_modules', '.cache', 'espalier-start')
  const folder = join(cache, fingerprint(root, folders).slice(0, 32))
  const file = join(folder, 'run-server.mjs')
  if (isComplete(folder)) return file
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    const files = await bundle(root, { entry, folders, draft })
    mkdirSync(draft, { recursive: true })
    for (const [name, contents] of files) writeFileSync(join(draft, name), contents)
    const hashes = Object.fromEntries([...files].map(([name, contents]) => [name, sha256(contents)]))
    writeFileSync(join(draft, manifestName), JSON.stringify(hashes))
    rmSync(folder, { recursive: true, force: true })
    // In one step, so that a start at the same time never sees half of it.
    renameSync(draft, folder)
    removeOld(cache)
    return file
  } catch {
    discard(draft)
    // Another start may have been faster.
    return isComplete(folder) ? file : null
  }
}

/** Where nothing can be stored, nothing is left to remove either. */
function discard(draft) {
  try {
    rmSync(draft, { recursive: true, force: true })
  } catch {
    // A later build removes it by its age.
  }
}

/** True if every file is there as it was written. */
function isComplete(folder) {
  try {
    const hashes = Object.entries(JSON.parse(readFileSync(join(folder, manifestName), 'utf8')))
    return hashes.length > 0 && hashes.every(([name, hash]) => sha256(readFileSync(join(folder, name))) === hash)
  } catch {
    return false
  }
}

const sha256 = (contents) => createHash('sha256').update(contents).digest('hex')

async function bundle(root, { entry, folders, draft }) {
  const { build } = await import('esbuild')
  const { metafile, outputFiles } = await build({
    entryPoints: { 'run-server': join(root, entry) },
    absWorkingDir: root,
    outdir: draft,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    // An adapter that is imported only if it is configured stays a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [ownCodeOnly(root)],
  })
  const isHashed = (input) => folders.some((source) => input === source || input.startsWith(`${source}/`))
  const stranger = Object.keys(metafile.inputs).find((input) => !isHashed(input))
  // A change of that file would not be noticed.
  if (stranger !== undefined) throw new Error(`${stranger} is not among the hashed sources`)
  return new Map(outputFiles.map(({ path, contents }) => [relative(draft, path), contents]))
}

/** Packages stay where they are installed, and each of our modules finds its own files where its source is. */
const ownCodeOnly = (root) => ({
  name: 'own-code-only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('@espalier/') || pluginData === 'asked') return undefined
      if (path.startsWith('node:')) return { path, external: true }
      const [there, here] = await Promise.all(
        [resolveDir, root].map((from) => build.resolve(path, { kind, resolveDir: from, pluginData: 'asked' })),
      )
      if (there.path !== here.path) throw new Error(`${path} is another package when it is imported from the bundle`)
      return { path, external: true }
    })
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      const url = JSON.stringify(pathToFileURL(path).href)
      return { contents: code.replaceAll('import.meta.url', url), loader: 'ts', resolveDir: dirname(path) }
    })
  },
})

function removeOld(cache) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}
