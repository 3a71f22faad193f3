import { browser } from './navigation.ts'
import { clock } from './timing.ts'

const workerUrl = '/service-worker.js'
const checkPauseMs = 3_600_000

/** Called when a new version is stored completely, with a function that starts it in all tabs. */
type OfferNewVersion = (start: () => void) => void

/**
 * Registers the service worker, which stores this build and opens the page without a network. On plain http a browser
 * has none, and nothing changes. A new build is stored completely in the background; it starts when every tab is closed,
 * or when the person wants it.
 */
export async function startServiceWorker(offer: OfferNewVersion): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (workers === undefined) return
  reloadWhenReplaced(workers)
  try {
    const registration = await findRegistration(workers)
    if (registration === undefined) return
    offerWhenStored(workers, registration, offer)
    checkWhenShown(registration)
  } catch {
    // A private window or a full disk: the page works as without a worker.
  }
}

/**
 * A page that a worker answered has a registration. If it is gone, the worker has removed itself, and registering it
 * would bring it back. Undefined also in a browser that blocks workers.
 */
const findRegistration = (workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | undefined> =>
  workers.controller === null
    ? workers.register(workerUrl, { updateViaCache: 'none' })
    : workers.getRegistration(workerUrl)

/** Every tab starts the new version together, because files of two versions must not meet. */
function reloadWhenReplaced(workers: ServiceWorkerContainer): void {
  // The first worker takes over a page that it fits: that is no new version.
  let isControlled = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // A reload stores typed text and unsent edits, and asks the person if they cannot be stored.
    if (isControlled) browser.reload()
    isControlled = true
  })
}

function offerWhenStored(
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  offer: OfferNewVersion,
): void {
  const offerWorker = (worker: ServiceWorker) => {
    // The very first worker replaces nothing.
    if (workers.controller !== null) offer(() => worker.postMessage('activate', []))
  }
  if (registration.waiting !== null) offerWorker(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offerWorker(worker)
    })
  })
}

/** The browser looks for a new version when a page is opened; a tab may stay open for weeks. */
function checkWhenShown(registration: ServiceWorkerRegistration): void {
  let checkedAt = clock.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || clock.now() - checkedAt < checkPauseMs) return
    checkedAt = clock.now()
    // Offline, the next one will do.
    void registration.update().catch(() => undefined)
  })
}
