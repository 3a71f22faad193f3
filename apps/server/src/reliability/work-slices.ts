import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@espalier/domain'

export interface WorkSlicesOptions {
  /** Others wait at most about this long, plus the length of one step. */
  readonly sliceMs?: number
  readonly now?: () => number
  readonly pause?: () => Promise<unknown>
}

/**
 * Runs a long computation in slices. Between two slices the event loop serves everybody else: a deletion of 100,000
 * nodes would otherwise hold all requests of the server for seconds.
 */
export async function runInSlices<Value>(steps: Steps<Value>, options: WorkSlicesOptions = {}): Promise<Value> {
  const { sliceMs = 20, now = () => performance.now(), pause = () => setImmediate() } = options
  let startedAt = now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (now() - startedAt < sliceMs) continue
    await pause()
    startedAt = now()
  }
}
