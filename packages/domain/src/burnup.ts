import type { Transition } from './status/transitions.ts'

export const timeResolutions = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const
export type TimeResolution = (typeof timeResolutions)[number]
export const defaultTimeResolution: TimeResolution = 'week'

export interface BurnupPoint {
  /** The beginning of the period, in milliseconds since 1970. */
  readonly startMs: number
  /** How many there were at its end. */
  readonly created: number
  readonly resolved: number
}

const fixedMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
// 1 January 1970 was a Thursday: the first Monday is four days later.
const firstMondayMs = 4 * fixedMs.day

/** The beginning of the period a moment lies in. Weeks start on Monday. The offset is that of the viewer's clock. */
export function periodStart(ms: number, resolution: TimeResolution, offsetMs = 0): number {
  const local = ms + offsetMs
  if (resolution === 'month') {
    const date = new Date(local)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) - offsetMs
  }
  const origin = resolution === 'week' ? firstMondayMs : 0
  const length = fixedMs[resolution]
  return Math.floor((local - origin) / length) * length + origin - offsetMs
}

/** Leaving deleted counts as created, entering it undoes that; entering done counts as resolved, leaving it undoes that. */
export const effectOf = ({ from, to }: Transition): { readonly created: number; readonly resolved: number } => ({
  created: Number(from === 'deleted') - Number(to === 'deleted'),
  resolved: Number(to === 'done') - Number(from === 'done'),
})

/** One point for each period in which something changed, in order, with the totals so far. O(n log n). */
export function burnupOf(
  transitions: Iterable<Transition>,
  resolution: TimeResolution,
  offsetMs = 0,
): readonly BurnupPoint[] {
  const ordered = [...transitions].sort((left, right) => left.dt - right.dt)
  const points: BurnupPoint[] = []
  let created = 0
  let resolved = 0
  for (const transition of ordered) {
    const effect = effectOf(transition)
    created += effect.created
    resolved += effect.resolved
    const startMs = periodStart(transition.dt, resolution, offsetMs)
    if (points.at(-1)?.startMs === startMs) points.pop()
    points.push({ startMs, created, resolved })
  }
  return points
}
