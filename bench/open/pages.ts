import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { GivenMap } from '../canvas/map-subject.ts'

export interface OpenPages {
  readonly port: number
  stop(): void
}

interface File {
  readonly kind: string
  readonly body: Buffer
  readonly isImmutable: boolean
}

const resolvePath = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const importAll = (sources: readonly string[]): string =>
  sources.map((source) => `import ${JSON.stringify(source)}`).join('\n')
const style = 'html,body,#host{margin:0;width:100%;height:100%;overflow:hidden;position:relative}'

const peerPage = (name: string, hasStyle: boolean): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${name}</title>
${hasStyle ? `<link rel="stylesheet" href="/${name}.css">` : ''}<style>${style}</style>
<script type="module" src="/${name}.js"></script></head><body><div id="host"></div></body></html>`

const limitStart = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<title>limit</title></head><body><!--`
const limitEnd = `--><div data-canvas data-ready="true"><p data-node-id="last">All of it is here.</p></div></body></html>`

/** One request with this many bytes in all, the last of which are what has to be painted, marked like our own plan. */
function limitPage(bytes: number): string {
  const filler = Math.max(0, bytes - limitStart.length - limitEnd.length)
  return `${limitStart}${'.'.repeat(filler)}${limitEnd}`
}

/** The scripts that every measured page runs before its own. */
export async function watchScripts(): Promise<string> {
  const sources = ['../canvas/page/eye.ts', './page/opening.ts'].map(resolvePath)
  const [script = ''] = (await bundle('watch', importAll(sources))).values()
  // A block of its own, so that its names are not those of the page.
  return `{${script}}`
}

/** Serves the limit and each peer like a careful static server: compressed, scripts immutable, data revalidated. */
export async function serveOpenPages(
  peers: readonly string[],
  maps: ReadonlyMap<number, GivenMap>,
): Promise<OpenPages> {
  const files = new Map<string, File>()
  const add = (path: string, kind: string, text: string, isImmutable = false) =>
    files.set(path, { kind, body: gzipSync(text), isImmutable })
  for (const name of peers) {
    const made = await bundle(name, importAll([`../peers/maps/${name}.ts`, './page/auto-open.ts'].map(resolvePath)))
    for (const [path, text] of made) add(path, path.endsWith('.css') ? 'text/css' : 'text/javascript', text, true)
    add(`/${name}.html`, 'text/html', peerPage(name, made.has(`/${name}.css`)))
  }
  for (const [size, map] of maps) add(`/map-${size}.json`, 'application/json', JSON.stringify(map))
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench')
    if (pathname === '/limit.html') {
      const page = limitPage(Number(searchParams.get('bytes')))
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(page)
      return
    }
    const file = files.get(pathname)
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    const etag = `"${createHash('sha256').update(file.body).digest('base64url')}"`
    const caching = file.isImmutable ? 'max-age=31536000, immutable' : 'no-cache'
    const headers = { 'cache-control': caching, etag }
    if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end()
    else {
      response.writeHead(200, { ...headers, 'content-type': file.kind, 'content-encoding': 'gzip' }).end(file.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Parts that a peer loads only when they are used stay files of their own, as its authors meant it. */
async function bundle(name: string, contents: string): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: dirname(resolvePath('.')), loader: 'ts' },
    entryNames: name,
    chunkNames: `${name}-[hash]`,
    outdir: '/',
    write: false,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'chrome120',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.IS_PREACT': '"false"' },
    conditions: ['production'],
    loader: { '.woff': 'empty', '.woff2': 'empty', '.ttf': 'empty', '.svg': 'dataurl', '.png': 'dataurl' },
    logLevel: 'error',
  })
  return new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]))
}
