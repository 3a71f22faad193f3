// Puts the server's TypeScript and the packages it uses into one CommonJS file, because finding and compiling a thousand
// files took most of a start. See docs/decisions/0090.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

export const bundleName = 'run-server.cjs'

/** They find a binary beside themselves. What they depend on stays outside as well: no package may be loaded twice. */
const outsidePackages = ['@node-rs/argon2']

/**
 * Files of packages that find something by their own place, and work in a bundle that knows this place. Any other one
 * has to be read before it is added.
 */
const reviewedFiles = [
  // Asks for a module of Node.
  'fflate/esm/index.mjs',
  // Reads a configuration file, which only the command line of graphile-worker does.
  'import-fresh/index.js',
  // Leaves its own lines out of stack traces.
  'ioredis/built/Command.js',
  // Start a worker thread from a file beside them, if the log has a transport.
  'pino/lib/transport.js',
  'thread-stream/index.js',
]
const locatesFiles = /\b(?:__dirname|__filename|createRequire|import\.meta|require\.resolve)\b/

/**
 * Bundles the entry for a folder, without writing there. Throws if that would change what the program does. Returns the
 * contents by file name, and the folders of the packages inside and outside.
 */
export async function bundleServer(root, { entry, outdir, isHashed, ...rules }) {
  const { outside = outsidePackages, reviewed = reviewedFiles } = rules
  const { build } = await import('esbuild')
  const outsideFolders = findWithDependencies(root, outside)
  const { metafile, outputFiles, warnings } = await build({
    entryPoints: { 'run-server': join(root, entry) },
    absWorkingDir: root,
    outdir,
    outExtension: { '.js': '.cjs' },
    write: false,
    metafile: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Exactly those of Node: a package must not become another variant of itself.
    conditions: [],
    // Node 21 has it. Without it, pg loads Node's fetch at the start to learn that this is no Cloudflare worker.
    define: { navigator: '{ "userAgent": "Node.js" }' },
    // Errors are told apart by the names of their classes, which a bundle would change.
    keepNames: true,
    minifyWhitespace: true,
    // Node prints the whole line of an uncaught error.
    lineLimit: 300,
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [keepOutside(root, outsideFolders), keepLocations(reviewed)],
  })
  // What is defined above counts as an input.
  const inputs = Object.keys(metafile.inputs).filter((input) => !input.startsWith('<define:'))
  // A change of that file would not be noticed.
  refuse(inputs, (input) => !isPackageFile(input) && !isHashed(input), 'is not among the hashed sources')
  const inside = new Set(inputs.filter(isPackageFile).map(packageFolder))
  refuse(outsideFolders.values(), (folder) => inside.has(folder), 'would be loaded twice')
  // For example import.meta in a module of a package.
  refuse(warnings, ({ id }) => id === 'empty-import-meta', 'would lose its place')
  const files = new Map(outputFiles.map(({ path, contents }) => [relative(outdir, path), contents]))
  return { files, inside: [...inside], outside: [...outsideFolders.values()] }
}

function refuse(all, isWrong, why) {
  for (const one of all) if (isWrong(one)) throw new Error(`${one.location?.file ?? one} ${why}`)
}

const isPackageFile = (path) => /(?:^|[\\/])node_modules[\\/]/.test(path)
const packageFolder = (path) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path.replaceAll(sep, '/'))?.[1] ?? path

/** Returns the folders of packages and of everything they may load, by name and relative to the root. */
function findWithDependencies(root, names) {
  const folders = new Map()
  const add = (name, from) => {
    const folder = findPackage(root, name, from)
    // An optional dependency for another system is not installed.
    if (folder === null || folders.get(name) === folder) return
    if (folders.has(name)) throw new Error(`there are two of ${name} outside of the bundle`)
    folders.set(name, folder)
    const { dependencies, optionalDependencies, peerDependencies } = readPackage(join(root, folder))
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(next, folder)
  }
  for (const name of names) add(name, '')
  return folders
}

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Looks in every node_modules from the folder up to the root. */
function findPackage(root, name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = [...(at === '' || at === '.' ? [] : [at]), 'node_modules', name].join('/')
    if (existsSync(join(root, folder, 'package.json'))) return folder
    if (at === '' || at === '.') return null
  }
}

/** Leaves the packages of these folders to Node, which has to find the same ones from the place of the bundle. */
const keepOutside = (root, folders) => ({
  name: 'keep-outside',
  setup(build) {
    const names = [...folders.keys()].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    if (names.length === 0) return
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})(?:/|$)`) }, async (asked) => {
      const { path, kind, resolveDir, pluginData } = asked
      if (pluginData === 'asked') return undefined
      const [there, here] = await Promise.all(
        [resolveDir, root].map((from) => build.resolve(path, { kind, resolveDir: from, pluginData: 'asked' })),
      )
      if (there.path !== here.path) throw new Error(`${path} is another package when it is imported from the bundle`)
      return { path, external: true }
    })
  },
})

/** Each of our modules finds its own files where its source is, and so does a reviewed file of a package. */
const keepLocations = (reviewed) => ({
  name: 'keep-locations',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      if (!locatesFiles.test(code)) return undefined
      const portable = path.replaceAll(sep, '/')
      if (isPackageFile(path) && !reviewed.some((name) => portable.endsWith(`/node_modules/${name}`)))
        throw new Error(`${path} may look for files beside itself`)
      const contents = code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(path)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(path))
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js', resolveDir: dirname(path) }
    })
  },
})
