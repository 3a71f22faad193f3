import { limits } from '@espalier/domain'

/** The delay once the first attempts have failed. */
export const lastingRetryMs = 30_000

/** Doubles from 1 s up to 5 s; jitter keeps a thousand clients from reconnecting at the same instant. */
export function retryDelayMs(retries: number, random: number): number {
  const { initialMs, maxMs } = limits.socketRetry
  const ceiling = Math.min(maxMs, initialMs * 2 ** retries)
  return initialMs + (ceiling - initialMs) * random
}

/** The cancel function of a timer that does not run. */
export const cancelNothing = (): void => {}
