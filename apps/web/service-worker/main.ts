import {
  type BuildFiles,
  deleteAllBuilds,
  deleteOldBuilds,
  nameBuildCache,
  refreshConfig,
  refreshShell,
  requestAnonymously,
  storeBuild,
} from './build-cache.ts'
import { configPath, decideResponse, shellPath, workerPath } from './decide-response.ts'
import { openPushedPath, showPushMessage } from './push-message.ts'

declare const self: ServiceWorkerGlobalScope
/** Written in front of this code by the build. */
declare const espalierBuild: BuildFiles

const files: ReadonlySet<string> = new Set(espalierBuild.files.map(([path]) => path))
const cacheName = nameBuildCache(espalierBuild)

self.addEventListener('install', (event) => event.waitUntil(storeBuild(espalierBuild)))

self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldBuilds(espalierBuild).then(() => self.clients.claim())),
)

// A new version waits until no tab shows the old one, or until the person presses Reload.
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  switch (decideResponse(request, self.location.origin, files)) {
    case 'browser':
      return
    case 'shell':
      event.respondWith(answerFromBuild(shellPath, request))
      event.waitUntil(refreshLater())
      return
    case 'server-or-shell':
      event.respondWith(fetch(request).catch(() => answerFromBuild(shellPath, request)))
      return
    case 'file':
      event.respondWith(answerWithFile(request))
      return
    case 'config':
      event.respondWith(answerFromBuild(configPath, request))
  }
})

self.addEventListener('push', (event) => event.waitUntil(showPushMessage(self, event.data?.text() ?? '')))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushedPath(self, String(event.notification.data)))
})

// A stored file is decoded: the encodings that a request accepts make no difference.
const anyHeaders = { ignoreVary: true }
const inOwnCache = { ...anyHeaders, cacheName }

/** A browser that is short of space may have deleted the cache: then the server answers as without a worker. */
const answerFromBuild = async (path: string, request: Request): Promise<Response> =>
  (await caches.match(path, inOwnCache)) ?? fetch(request)

/** Files of this build come first: those at the root have the same name in every build. */
const answerWithFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, inOwnCache)) ?? (await caches.match(request, anyHeaders)) ?? fetch(request)

// The page's own requests go first on a slow line.
const refreshDelayMs = 3_000
const refreshPauseMs = 10_000
let refreshedAt = Number.NEGATIVE_INFINITY

/** Refreshes what a configuration can change while the build stays the same. Offline, everything stays as it is. */
async function refreshLater(): Promise<void> {
  if (performance.now() - refreshedAt < refreshPauseMs) return
  refreshedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, refreshDelayMs))
  if (await isWorkerGone()) return retire()
  // Opening it would create it again, without the files.
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  await Promise.allSettled([refreshConfig(cache), refreshShell(cache, espalierBuild)])
}

/** A server that was rolled back to a version without a worker, or an operator who took it away, answers so. */
async function isWorkerGone(): Promise<boolean> {
  try {
    const { status } = await requestAnonymously(workerPath, { method: 'HEAD', cache: 'no-store' })
    return status === 404 || status === 410
  } catch {
    return false
  }
}

async function retire(): Promise<void> {
  await self.registration.unregister()
  await deleteAllBuilds()
}
