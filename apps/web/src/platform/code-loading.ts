import { watchInput } from './input-pause.ts'

type Loader = () => Promise<unknown>

const pendingLoads = new Set<Loader>()

/** Registers code that is loaded on first use, so that `preloadCode` can load it while the network is there. */
export function registerForPreload<Part>(load: () => Promise<Part>): () => Promise<Part> {
  pendingLoads.add(load)
  return load
}

/** Somebody who never pauses gets the parts, too. */
const longestWaitMs = 10_000

const holds = new Set<Promise<void>>()
const doNothing = (): void => {}

/** Stops `preloadCode` before its next part until the returned function is called and the person has paused again. */
export function holdPreload(): () => void {
  let resume = doNothing
  const hold = new Promise<void>((resolve) => {
    resume = resolve
  })
  holds.add(hold)
  return () => {
    holds.delete(hold)
    resume()
  }
}

let isPreloading = false

/**
 * Loads every registered part when the page is idle, a few at a time. Without it, the first use of a part after the
 * connection is lost, or after a deployment has replaced the files, would fail. Parts that are registered by a loaded
 * part follow.
 */
export async function preloadCode(): Promise<void> {
  // A browser that cannot report idle time would load everything in the middle of other work.
  if (isPreloading || typeof requestIdleCallback !== 'function') return
  isPreloading = true
  const input = watchInput()
  for (const load of pendingLoads) {
    await input.waitForPause(longestWaitMs)
    while (holds.size > 0) {
      await Promise.all(holds)
      // What was waited for is about to be used, as a page that has just opened is.
      input.restart()
      await input.waitForPause(longestWaitMs)
    }
    await load().then(
      () => pendingLoads.delete(load),
      () => undefined,
    )
  }
  input.stop()
  isPreloading = false
  if (pendingLoads.size === 0) performance.mark('parts-loaded')
  else window.addEventListener('online', () => void preloadCode(), { once: true })
}

// Vite does not request a stylesheet again while its link element is in the document, even if it could not be loaded.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) target.remove()
  },
  true,
)

const loadedScripts = new Map<string, Promise<boolean>>()

/**
 * Loads another host's script once. False when it cannot be loaded: blocked, unreachable, or not allowed on this page.
 */
export function loadScript(url: string): Promise<boolean> {
  const known = loadedScripts.get(url)
  if (known !== undefined) return known
  const loaded = new Promise<boolean>((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.referrerPolicy = 'no-referrer'
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => {
      // Otherwise a retry would return the first attempt's failure.
      loadedScripts.delete(url)
      script.remove()
      resolve(false)
    })
    document.head.append(script)
  })
  loadedScripts.set(url, loaded)
  return loaded
}
