import type { Clock } from '../client/transport.ts'

/** The clock of the process, for tests that let real or fake timers pass. */
export const timerClock: Clock = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = globalThis.setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  defer: (run) => queueMicrotask(run),
}
