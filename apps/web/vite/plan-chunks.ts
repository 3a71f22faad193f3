import { build, type InlineConfig, type Rolldown } from 'vite'
import { createChunkFinder } from './chunk-finder.ts'
import { type Bundle, firstView, pageBundles, pageRoutes, start, wholeBundlePages } from './page-routes.ts'

/** The file of each module; a module that is not listed gets a file as the bundler likes. */
export type ChunkPlan = ReadonlyMap<string, string>

export const firstViewChunk = 'first-view'

/** The files of the plan, the ones that most pages need first. */
export const chunkNames = ['vendor', 'entry', 'base', 'shared', firstViewChunk, ...pageBundles.map(({ name }) => name)]

/** Styles are small, and one file for all pages is a request less for each; only what follows the plan has its own. */
const bundleWithStyles = 'project-tools'

/** The module that the HTML starts. */
const entryName = 'index.html'

/**
 * Finds out which modules each page needs, and puts them into few files: the `entry`, which runs alone, what the start
 * needs (`vendor` and `base`), what several pages need (`shared`, or `base` if a sign-in page is one of them), and the
 * rest of each page. The first view of a plan runs before all of these but the entry, so what it has in common with other pages is in the entry. The
 * bundler itself says who needs what: it splits the code once without a plan, and then each of its many small files has
 * exactly one set of users.
 */
export async function planChunks(root: string, config: InlineConfig): Promise<ChunkPlan> {
  const output = await build({
    ...config,
    root,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, cssMinify: false, reportCompressedSize: false },
  })
  const [first] = (Array.isArray(output) ? output : [output]) as readonly Rolldown.RolldownOutput[]
  const findChunks = createChunkFinder(root, first?.output ?? [])
  const plan = assignModules((module) => new Set([...findChunks(module)].flatMap(({ moduleIds }) => moduleIds)))
  for (const chunk of first?.output ?? []) {
    if (chunk.type !== 'chunk') continue
    // Each file of styles would be named in the file that loads its part, which is there before the plan.
    for (const module of chunk.moduleIds)
      if (isPartStyle(module) && !plan.has(module)) plan.set(module, bundleWithStyles)
  }
  return plan
}

/** Styles of what is opened over a plan. */
const isPartStyle = (module: string): boolean => /\/src\/project\/(?!tour\/).*\.css$/.test(module)

/** Returns the modules that come with a module which is loaded on demand, itself included. */
type FindReached = (module: string) => ReadonlySet<string>

function assignModules(findReached: FindReached): Map<string, string> {
  const plan = new Map<string, string>()
  const assign = (modules: Iterable<string>, name: string): void => {
    for (const module of modules) if (!plan.has(module)) plan.set(module, name)
  }
  const reached = pageBundles.map(({ name, modules }) => ({
    name,
    modules: new Set(modules.flatMap((module) => [...findReached(module)])),
  }))
  const entry = findReached(entryName)
  const started = findReached(start)
  const otherPages = pageRoutes.filter(({ path }) => !wholeBundlePages.includes(path))
  const elsewhere = new Set(otherPages.flatMap(({ modules }) => modules.flatMap((module) => [...findReached(module)])))
  const treeBundles = ['project', 'project-tools']
  const isOutsideTree = (module: string): boolean =>
    started.has(module) ||
    elsewhere.has(module) ||
    reached.some(({ name, modules }) => !treeBundles.includes(name) && modules.has(module))
  assign(entry, 'entry')
  for (const { name, modules } of [...reached, { name: start, modules: started }]) {
    if (name === bundleWithStyles) continue
    assign(
      [...modules].filter((module) => module.endsWith('.css')),
      'entry',
    )
  }
  assign([...findReached(firstView)].filter(isOutsideTree), 'entry')
  assign(findReached(firstView), firstViewChunk)
  assign(
    [...started].filter((module) => module.includes('/node_modules/')),
    'vendor',
  )
  assign(started, 'base')
  const countUsers = (module: string, names: readonly Bundle['name'][]): number =>
    reached.filter(({ name, modules }) => names.includes(name) && modules.has(module)).length
  const productPages = [...treeBundles, 'projects']
  for (const { modules } of reached) {
    // The sign-in pages must not load a file that the others fill, so what they have in common comes with the start.
    assign(
      [...modules].filter((module) => countUsers(module, ['sign-in']) > 0 && countUsers(module, productPages) > 0),
      'base',
    )
  }
  // The tree's code is the largest by far: what another page needs of it must not bring the rest along.
  const isShared = (module: string): boolean =>
    countUsers(module, treeBundles) > 0 && (elsewhere.has(module) || countUsers(module, ['projects']) > 0)
  for (const { modules } of reached) assign([...modules].filter(isShared), 'shared')
  for (const { name, modules } of reached) assign(modules, name)
  return plan
}
