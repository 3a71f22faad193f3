import type { BurnupPoint } from './burn-up.ts'

/** The predicted end if the recent pace continues and nothing is added. */
export type Forecast =
  | { readonly kind: 'range'; readonly earliestMs: number; readonly latestMs: number; readonly stretches: number }
  /** Nothing is left to do. */
  | { readonly kind: 'reached' }
  /** No prediction is possible. */
  | { readonly kind: 'none'; readonly reason: 'too-little' | 'stalled' | 'too-far' }

const stretchCounts = { least: 3, most: 6 }
const quartiles = { slow: 0.25, fast: 0.75 }
const maxForecastMs = 100 * 365 * 86_400_000

interface Stretch {
  readonly endMs: number
  readonly lengthMs: number
  readonly resolved: number
}

/**
 * Time is split at the end of each finished period that left more done than any before. Every such stretch has a pace,
 * including idle periods before the work. The faster and the slower quartile of the last six paces give the range.
 * There is no forecast with fewer than three stretches, nor once work has paused for longer than in any of the six.
 */
export function computeForecast(points: readonly BurnupPoint[], nowMs: number): Forecast {
  const last = points.at(-1)
  if (last === undefined) return { kind: 'none', reason: 'too-little' }
  const remaining = last.created - last.resolved
  if (remaining <= 0) return { kind: 'reached' }
  const { stretches: all, isAtWork } = splitIntoStretches(points, nowMs)
  const stretches = all.slice(-stretchCounts.most)
  if (stretches.length < stretchCounts.least) return { kind: 'none', reason: 'too-little' }
  if (!isAtWork && isStalled(stretches, nowMs)) return { kind: 'none', reason: 'stalled' }
  const paces = stretches.map(({ resolved, lengthMs }) => resolved / lengthMs).sort((one, other) => one - other)
  const latestMs = nowMs + remaining / quantile(paces, quartiles.slow)
  const earliestMs = nowMs + remaining / quantile(paces, quartiles.fast)
  if (latestMs - nowMs > maxForecastMs) return { kind: 'none', reason: 'too-far' }
  return { kind: 'range', earliestMs, latestMs, stretches: stretches.length }
}

interface WorkPace {
  readonly stretches: readonly Stretch[]
  /** More has been done in the current period. */
  readonly isAtWork: boolean
}

function splitIntoStretches(points: readonly BurnupPoint[], nowMs: number): WorkPace {
  const stretches: Stretch[] = []
  let fromMs = points[0]?.startMs ?? 0
  let before = { created: 0, resolved: 0 }
  let mostResolved = 0
  for (const { endMs, created, resolved } of points) {
    // Without this, work that was done and then deleted would have to be done again before there is a pace.
    const gone = Math.max(created - before.created, resolved - before.resolved)
    if (gone < 0) mostResolved += gone
    before = { created, resolved }
    const isMore = resolved > mostResolved
    if (endMs > nowMs) return { stretches, isAtWork: isMore }
    if (!isMore) continue
    stretches.push({ endMs, lengthMs: endMs - fromMs, resolved: resolved - mostResolved })
    fromMs = endMs
    mostResolved = resolved
  }
  return { stretches, isAtWork: false }
}

function isStalled(stretches: readonly Stretch[], nowMs: number): boolean {
  const longestMs = Math.max(...stretches.map(({ lengthMs }) => lengthMs))
  return nowMs - (stretches.at(-1)?.endMs ?? nowMs) > longestMs
}

/** Interpolates between the two nearest of ascending numbers. */
function quantile(rising: readonly number[], share: number): number {
  const at = (rising.length - 1) * share
  const below = rising[Math.floor(at)] ?? 0
  const above = rising[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
