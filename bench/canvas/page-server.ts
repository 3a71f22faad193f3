import { createServer } from 'node:http'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { GivenMap } from './map-subject.ts'
import type { Subject } from './subjects.ts'

export interface PageServer {
  addressOf(subject: Subject): string
  /** The script that every page runs first. */
  readonly eye: string
  /** The script that the product's page runs after it. */
  readonly watch: string
  stop(): void
}

const kinds: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' }
const getEntryName = (entry: string) => basename(entry, '.ts')

const pageFor = (
  name: string,
  hasStyle: boolean,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${name}</title>
${hasStyle ? `<link rel="stylesheet" href="/${name}.css">` : ''}
<style>html,body,#host{margin:0;width:100%;height:100%;overflow:hidden;position:relative}</style>
</head><body><div id="host"></div><script type="module" src="/${name}.js"></script></body></html>`

/** Serves the pages of the peers and limits, each bundled separately, and the maps as JSON; on loopback only. */
export async function servePages(
  subjects: readonly Subject[],
  maps: ReadonlyMap<number, GivenMap>,
): Promise<PageServer> {
  const entries = [...new Set(subjects.flatMap(({ entry }) => entry ?? []))]
  const files = await bundle(entries)
  for (const entry of entries) {
    const name = getEntryName(entry)
    files.set(`/${name}.html`, pageFor(name, files.has(`/${name}.css`)))
  }
  for (const [size, map] of maps) files.set(`/map-${size}.json`, JSON.stringify(map))
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*$/, '') ?? ''
    const file = files.get(path)
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': kinds[path.split('.').pop() ?? ''] ?? 'text/html',
    })
    response.end(file)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const [eye, watch] = [await buildScript('page/eye.ts'), await buildScript('page/watch.ts')]
  return {
    addressOf: ({ entry = '', query = '' }) => `http://127.0.0.1:${port}/${getEntryName(entry)}.html${query}`,
    eye,
    watch,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function buildScript(path: string): Promise<string> {
  const [script = ''] = (await bundle([fileURLToPath(new URL(path, import.meta.url))])).values()
  return script
}

async function bundle(entries: readonly string[]): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [...entries],
    entryNames: '[name]',
    outdir: '/',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome120',
    // Some packages offer their style sheet under this condition only; `module` is the usual one.
    conditions: ['module', 'style'],
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff': 'empty', '.woff2': 'empty', '.ttf': 'empty', '.svg': 'dataurl', '.png': 'dataurl' },
    logLevel: 'error',
  })
  return new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]))
}
