import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { createChunkFinder } from './chunk-finder.ts'
import { firstViewChunk } from './plan-chunks.ts'
import { firstView, pageRoutes, start } from './page-routes.ts'

/** Writes which files each page needs, so that the server can let the browser load them along with the HTML. */
export function writePageRoutes(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'espalier:page-routes',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      folder = join(config.root, config.build.outDir, '.vite')
    },
    async writeBundle(_options, bundle) {
      const findChunks = createChunkFinder(root, Object.values(bundle))
      requireNoMore([...findChunks(firstView)])
      const routes = pageRoutes.map(({ path, needsSession, modules, first, later = [] }) => {
        const chunks = new Set(['index.html', ...modules, start].flatMap((module) => [...findChunks(module)]))
        const laterChunks = new Set(
          later.flatMap((module) => [...findChunks(module)]).filter((one) => !chunks.has(one)),
        )
        const files = { scripts: listScripts(chunks), styles: listStyles(chunks), later: listScripts(laterChunks) }
        const firstScripts = first === undefined ? {} : { first: listScripts(findFirst(findChunks(first))) }
        return { path, needsSession, ...files, ...firstScripts }
      })
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'page-routes.json'), JSON.stringify(routes))
    },
  }
}

/** The entry is named by the HTML itself. */
const findFirst = (chunks: ReadonlySet<Rolldown.OutputChunk>): ReadonlySet<Rolldown.OutputChunk> =>
  new Set([...chunks].filter(({ isEntry }) => !isEntry))

/** The first view runs before the rest of the page has loaded. */
function requireNoMore(chunks: readonly Rolldown.OutputChunk[]): void {
  const more = chunks.filter(({ isEntry, name }) => !isEntry && name !== firstViewChunk).map(({ fileName }) => fileName)
  if (more.length > 0) throw new Error(`The first view of a plan needs ${more.join(', ')}: has it imported React?`)
}

const listScripts = (chunks: ReadonlySet<Rolldown.OutputChunk>): readonly string[] =>
  [...chunks].map(({ fileName }) => fileName)

const listStyles = (chunks: ReadonlySet<Rolldown.OutputChunk>): readonly string[] => [
  ...new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]
