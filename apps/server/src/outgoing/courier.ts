import type { Log } from '../ports/log.ts'
import { createCircuitBreaker } from '../resilience/circuit.ts'

export interface BackgroundPosterOptions {
  /** Who receives it, for the log. */
  readonly name: string
  readonly log: Pick<Log, 'warn'>
  readonly waitMs?: number
  /** What may wait; the rest is dropped, because nobody's work depends on it. */
  readonly mostWaiting?: number
  readonly mostPerMinute?: number
  readonly now?: () => number
}

export interface BackgroundPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface BackgroundPoster {
  send(posted: BackgroundPost): void
  /** When all that was taken is sent or dropped. */
  settled(): Promise<void>
}

const minuteMs = 60_000

/** Posts what nobody waits for, one after the other. A receiver that is away is left alone for a minute. */
export function createBackgroundPoster({ name, log, ...options }: BackgroundPosterOptions): BackgroundPoster {
  const { waitMs = 3_000, mostWaiting = 50, mostPerMinute = 120, now = Date.now } = options
  const circuit = createCircuitBreaker({ failures: 3, openMs: minuteMs, now })
  let waiting = 0
  let window = { endsAt: 0, count: 0 }
  let last: Promise<void> = Promise.resolve()

  const isTooOften = (): boolean => {
    if (window.endsAt <= now()) window = { endsAt: now() + minuteMs, count: 0 }
    window.count += 1
    return window.count > mostPerMinute
  }
  const post = async ({ url, headers, body }: BackgroundPost): Promise<void> => {
    if (circuit.blockedForMs() !== null) return
    try {
      const signal = AbortSignal.timeout(waitMs)
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
      await answer.body?.cancel()
      // What was refused as it is would be refused again, but it was heard.
      if (answer.status >= 500 || answer.status === 429) throw new Error(`it answered ${answer.status}`)
      circuit.recordSuccess()
    } catch (error) {
      circuit.recordFailure()
      log.warn({ receiver: name, reason: String(error) }, 'telemetry could not be sent')
    }
  }
  return {
    send(posted) {
      if (waiting >= mostWaiting || isTooOften()) return
      waiting += 1
      last = last.then(() => post(posted)).finally(() => void (waiting -= 1))
    },
    settled: () => last,
  }
}
