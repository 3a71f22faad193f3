import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { installationTexts } from '../../texts/installation.ts'

// The ground of the page in light colors. The page itself names one color for light and one for dark.
const groundColor = '#f6f4ec'

const describeIcon = (purpose: 'any' | 'maskable', size: number) => ({
  src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest. It is the same for everybody: browsers fetch it without cookies and keep it for long. */
const buildManifest = (productName: string) => ({
  id: '/',
  name: productName,
  short_name: productName,
  description: installationTexts.description,
  lang: 'en',
  start_url: '/projects',
  scope: '/',
  display: 'standalone',
  background_color: groundColor,
  theme_color: groundColor,
  icons: [
    ...([192, 512] as const).flatMap((size) => [describeIcon('any', size), describeIcon('maskable', size)]),
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [
    { name: installationTexts.myWork, url: '/my-work' },
    { name: installationTexts.newProject, url: '/projects/add' },
  ],
  share_target: { action: '/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
})

/**
 * A worker that removes itself and what the page's worker has stored, but not the unsent edits. Browsers fetch the worker
 * past any worker, so this reaches them however broken theirs is; a 404 would leave it in place.
 */
const retiringWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(retire()))
async function retire() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('espalier-build-')).map((name) => caches.delete(name)))
  await self.registration.unregister()
}
`

/** Adds what makes the page installable; the page's own worker is a file of the build. */
export function addInstallationRoutes(
  app: FastifyInstance,
  { productName, serviceWorker }: Pick<Config, 'productName' | 'serviceWorker'>,
): void {
  const manifest = JSON.stringify(buildManifest(productName))
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  )
  if (serviceWorker) return
  app.get('/service-worker.js', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(retiringWorker),
  )
}
