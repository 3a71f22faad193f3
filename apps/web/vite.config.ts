import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin, type UserConfig } from 'vite'
import { mergeRuntime } from './vite/merge-runtime.ts'
import { loadAgain } from './vite/load-again.ts'
import { minifyStart } from './vite/minify-start.ts'
import { type ChunkPlan, chunkNames, planChunks } from './vite/plan-chunks.ts'
import { precompress } from './vite/precompress.ts'
import { serviceWorker } from './vite/service-worker.ts'
import { smallIcons } from './vite/small-icons.ts'
import { smallPreload } from './vite/small-preload.ts'
import { thirdPartyNotices } from './vite/third-party-notices.ts'
import { startLinks } from './vite/start-links.ts'
import { writePageRoutes } from './vite/write-page-routes.ts'

const root = import.meta.dirname
const api = `http://localhost:${process.env['API_PORT'] ?? '3001'}`
const served = [
  '/graphql',
  '/identity',
  '/config.json',
  '/page-data',
  '/manifest.webmanifest',
  '/dev',
  '/trial',
  '/billing',
  '/jira',
  '/sso',
  '/avatar',
  '/calendar',
  '/audit-log',
  '/account-data',
  '/telemetry',
  '/import',
  '/unsubscribe',
  '/healthz',
  '/readyz',
]

/** Puts the icon into the HTML, which is a request less. The policy allows data: for pictures. */
const inlineIcon: Plugin = {
  name: 'espalier:inline-icon',
  apply: 'build',
  transformIndexHtml(html) {
    const icon = readFileSync(join(root, 'public', 'favicon.svg'), 'utf8').trim()
    return html.replace('href="/favicon.svg"', () => `href="data:image/svg+xml,${encodeURIComponent(icon)}"`)
  },
}

/** Shows the building blocks of the interface at /dev/scenes. The build does not contain that page. */
const scenes: Plugin = {
  name: 'espalier:scenes',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/dev\/scenes\/?(?:\?|$)/.test(request.url ?? '')) request.url = '/scenes.html'
      next()
    })
  },
}

/** The settings of both passes of a build. A plugin serves one pass only, because Vite changes it. */
const createCommon = () =>
  ({
    plugins: [react(), smallIcons(root), smallPreload(root)],
    // The Markdown parser decodes character references with the document unless it is built for a worker, where there is
    // none.
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    // A worker loads its language, so it is split like the page.
    worker: { format: 'es' },
    build: {
      // A data: address would need the content security policy to allow data:.
      assetsInlineLimit: 0,
      target: 'es2022',
      // Every browser that runs this target preloads modules by itself.
      // A part that is loaded on use does not list what it needs in turn: the lists alone are 4 KB before the plan, and
      // the parts are loaded while the page is idle. Styles are always listed.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? [] : files),
      },
    },
  }) satisfies UserConfig

/** Class names as they are in the styles, with a mark of their file: they are in the scripts, too. */
function shortenClassName(name: string, file: string): string {
  const source = relative(root, file.split('?')[0] ?? file)
  const mark = createHash('sha256').update(source).digest('base64url').slice(0, 3)
  const known = filesByMark.get(mark) ?? source
  if (known !== source) throw new Error(`${source} and ${known} get the same class names: rename one of them`)
  filesByMark.set(mark, source)
  return `${name}_${mark}`
}

const filesByMark = new Map<string, string>()

/** The modules of a page as one file each are fewer requests and compress better. */
const toGroup = (plan: ChunkPlan, name: string, index: number) => ({
  name,
  priority: chunkNames.length - index,
  test: (module: string) => plan.get(module) === name,
})

export default defineConfig(async ({ command }) => {
  const plan: ChunkPlan = command === 'build' ? await planChunks(root, createCommon()) : new Map()
  const common = createCommon()
  return {
    ...common,
    css: command === 'build' ? { modules: { generateScopedName: shortenClassName } } : {},
    plugins: [
      ...common.plugins,
      thirdPartyNotices(),
      writePageRoutes(),
      mergeRuntime(),
      minifyStart(),
      loadAgain(),
      startLinks(),
      inlineIcon,
      serviceWorker(),
      precompress(),
      scenes,
    ],
    build: {
      ...common.build,
      manifest: true,
      rolldownOptions: {
        output: {
          // Every file names the others that it needs, and a hash does not compress: each of its characters costs 0.4 KB.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: { groups: chunkNames.map((name, index) => toGroup(plan, name, index)) },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: Number(process.env['PORT'] ?? '3000'),
      proxy: {
        ...Object.fromEntries(served.map((path) => [path, { target: api }])),
        '/subscriptions': { target: api, ws: true },
      },
    },
  }
})
