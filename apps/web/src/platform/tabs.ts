import { noLocks, noNews, type TabLocks, type TabNews } from '@espalier/sync/device-records'

/** Messages between the tabs of this browser on one channel. */
export function openTabNews(channelName: string): TabNews {
  if (typeof BroadcastChannel === 'undefined') return noNews
  let channel: BroadcastChannel | null = null
  // A page that never has news must not keep a channel open.
  const open = (): BroadcastChannel => (channel ??= new BroadcastChannel(channelName))
  return {
    // A channel has no other origins, unlike a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => open().postMessage(message),
    listen(listener) {
      const receive = ({ data }: MessageEvent<unknown>): void => {
        if (typeof data === 'string') listener(data)
      }
      open().addEventListener('message', receive)
      return () => open().removeEventListener('message', receive)
    },
  }
}

/** Locks that all tabs of this browser share. Pages without https do not have the browser's own. */
export function openTabLocks(news: TabNews): TabLocks {
  if (typeof navigator.locks !== 'undefined') return createBrowserLocks(navigator.locks)
  return news === noNews ? noLocks : createAskedLocks(news)
}

const releaseNothing = (): void => undefined

function createBrowserLocks(locks: LockManager): TabLocks {
  return {
    hold(name) {
      let release = releaseNothing
      const isReleased = new Promise<void>((resolve) => (release = resolve))
      void locks.request(name, () => isReleased).catch(() => undefined)
      return release
    },
    tryHold: (name, work) =>
      locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock === null) return false
        await work()
        return true
      }),
    whenFree(name, work) {
      const waiting = new AbortController()
      void locks.request(name, { signal: waiting.signal }, work).catch(() => undefined)
      return () => waiting.abort()
    },
  }
}

const answerMs = 300
const askAgainMs = 10_000

/**
 * Asks the other tabs whether they hold a name; a tab that is gone does not answer. Two tabs may find a name free at the
 * same time, so what they do then has to be safe for both.
 */
function createAskedLocks({ post, listen }: TabNews): TabLocks {
  const held = new Set<string>()
  listen((message) => {
    const name = message.startsWith('asked:') ? message.slice('asked:'.length) : null
    if (name !== null && held.has(name)) post(`held:${name}`)
  })
  const isHeld = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      if (held.has(name)) return resolve(true)
      const finish = (isAnswered: boolean): void => {
        stop()
        clearTimeout(timer)
        resolve(isAnswered)
      }
      const stop = listen((message) => void (message === `held:${name}` && finish(true)))
      const timer = setTimeout(() => finish(false), answerMs)
      post(`asked:${name}`)
    })
  async function tryHold(name: string, work: () => Promise<void>): Promise<boolean> {
    if (await isHeld(name)) return false
    held.add(name)
    await work().finally(() => held.delete(name))
    return true
  }
  return {
    hold(name) {
      held.add(name)
      return () => held.delete(name)
    },
    tryHold,
    whenFree(name, work) {
      let timer = 0
      const askLater = (): void => {
        timer = window.setTimeout(async () => {
          if (!(await tryHold(name, work))) askLater()
        }, askAgainMs)
      }
      askLater()
      return () => window.clearTimeout(timer)
    },
  }
}
