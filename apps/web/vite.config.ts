import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { precompress } from './vite/precompress.ts'
import { thirdPartyNotices } from './vite/third-party-notices.ts'

const api = `http://localhost:${process.env['API_PORT'] ?? '3001'}`
const served = [
  '/graphql',
  '/identity',
  '/config.json',
  '/dev',
  '/trial',
  '/billing',
  '/jira',
  '/sso',
  '/avatar',
  '/calendar',
  '/telemetry',
  '/import',
  '/unsubscribe',
  '/healthz',
  '/readyz',
]

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

export default defineConfig({
  plugins: [react(), thirdPartyNotices(), precompress(), scenes],
  // The Markdown parser decodes character references with the document unless it is built for a worker, where there is
  // none.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  // A worker loads its language, so it is split like the page.
  worker: { format: 'es' },
  build: {
    manifest: true,
    // A data: address would need the content security policy to allow data:.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Every browser that runs this target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Every page loads `vendor` and `base`, every sign-in page `sign-in`, every page with projects `data`, and the map
    // `project`: as one file each they are fewer requests and compress better. A group must hold only what each of its
    // pages needs at once: what the tree loads too is in `base`, or it would load `sign-in` for it.
    rolldownOptions: {
      output: {
        // Every file names the others that it needs, and a hash does not compress: each of its characters costs 0.4 KB.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'sign-in',
              priority: 1,
              test: /web\/src\/(?:pages\/sign-in\/(?:IntroductionSlot|sign-in-flow|finish-sign-in|use-flow)|shared\/flow-attempt|ui\/(?:form\/|Card)|api\/identity\/(?:open-flow|error-texts|payloads)|texts\/(?:sign-in|forms|identity-errors))/,
            },
            {
              name: 'data',
              priority: 1,
              test: /packages\/(?:schema\/src\/(?:index|error-codes)\.ts|domain\/src\/(?:access\/role|sharing\/change-sharing|project\/(?:project-list|view-options)|text\/plain-text|node\/(?:diff|status|fields|record)|ordering\/position|filter\/search)\.ts)|web\/src\/(?:api\/graphql\/(?!page-headers|api-trouble)|api\/project-list|platform\/(?:timing|clipboard|crypto|media-query)|ui\/(?:menu-parts|Menu|Avatar|SharingIcon)\.)/,
            },
            {
              name: 'project',
              priority: 1,
              test: /packages\/(?:sync\/src\/replica\/|domain\/src\/(?:graph\/(?:graph|walk|create-node|delete-node|update-nodes)|ordering\/sibling-list|node\/node|text\/html|filter\/visibility)\.ts|interchange\/src\/outline\/write-outline)|web\/src\/(?:project\/(?:actions\/(?:action|undo-actions|undo-offers|branch-actions|edit-notices|fold-actions|node-actions|move-actions)|keyboard\/(?:shortcuts|key-target)|clipboard\/(?:use-clipboard|clipboard-payload)|workspace\/(?:search-state|tree-order)|map\/theme\/node-colors)|ui\/rich-text\/title-html|texts\/(?:actions|edit-notices|keys|map))\.ts/,
            },
            { name: 'vendor', priority: 3, test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
            {
              name: 'base',
              priority: 2,
              test: /packages\/(?:domain\/src\/(?:core\/|sharing\/sharing-texts)|schema\/src\/page-paths)|lucide-react\/dist\/esm\/(?:createLucideIcon|icons\/x\.)|web\/src\/(?:platform\/(?:cell|json|navigation|storage|page-lifecycle)|ui\/(?:Button|Logo|Page|VisuallyHidden|open-dialogs|lazy-component)|api\/account\/(?:access|account-store)|shared\/use-log-out|api\/session\/(?:session|page-config|profile)|api\/identity\/(?:flow|flow-result|identity-client|request)|api\/graphql\/(?:page-headers|api-trouble)|texts\/(?:frame|with-elements))\.tsx?$/,
            },
          ],
        },
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
})
