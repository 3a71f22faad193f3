import type { Clock } from '@espalier/sync'

/** The clock of the page for a project's client. */
export const pageClock: Clock = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = window.setTimeout(run, ms)
    return () => window.clearTimeout(timer)
  },
  defer: (run) => queueMicrotask(run),
}
