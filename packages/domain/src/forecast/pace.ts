import { describePace, drawSlowdown, getShareOfPace, type PaceLaw } from './pace-law.ts'
import type { WorkSeries } from './work-history.ts'

export interface WantedWork {
  /** The amounts of work whose ends are looked for, rising. */
  readonly amounts: Float64Array
  /** All work that is left, of which the amounts may be a part. */
  readonly left: number
}

/** A future that is longer goes on at its mean pace. */
const mostWalkedDays = 1_000

/**
 * Draws futures from the first days of a series and finds when each has done each of the rising amounts of work, by
 * amount. Days are drawn in blocks, done and added work together, so that weeks, bursts and pauses stay together. The
 * mean pace, its slowdown and the mean growth are drawn for each future too, because a short history knows none well.
 */
export function drawEnds(
  series: WorkSeries,
  days: number,
  { amounts, left }: WantedWork,
  futures: number,
  random: () => number,
): Float32Array {
  const law = describePace(series, days, left)
  const ends = new Float32Array(amounts.length * futures)
  const walk: Walk = { series, law, amounts, ends, futures, random }
  for (let future = 0; future < futures; future += 1) walkFuture(walk, future)
  return ends
}

interface Walk {
  readonly series: WorkSeries
  readonly law: PaceLaw
  readonly amounts: Float64Array
  readonly ends: Float32Array
  readonly futures: number
  readonly random: () => number
}

/** Goes through one future day by day. */
function walkFuture({ series, law, amounts, ends, futures, random }: Walk, future: number): void {
  const { days, block } = law
  const slowdown = drawSlowdown(law, random)
  const level = drawFactor(law.doneError, random) / slowdown.meanShare
  const added = drawFactor(law.addedError, random) * law.addedFactor
  const { done: doneByDay, added: addedByDay } = series
  const last = amounts.length
  let [net, gross, index, at, step, factor] = [0, 0, 0, 0, block, 0]
  let next = amounts[0] as number
  for (let day = 0; day < mostWalkedDays; day += 1) {
    if (step === block) {
      at = Math.floor(random() * days)
      step = 0
      factor = level * getShareOfPace(slowdown.last, (law.done + gross) / law.scope)
    }
    step += 1
    const work = (doneByDay[at] as number) * factor
    const gain = work - (addedByDay[at] as number) * added
    at = at + 1 === days ? 0 : at + 1
    while (net + gain >= next) {
      const share = gain > 0 ? Math.max(0, (next - net) / gain) : 0
      ends[index * futures + future] = day + share
      index += 1
      if (index === last) return
      next = amounts[index] as number
    }
    gross += work
    net += gain
  }
  const pace = (law.done * factor - law.added * added) / days
  for (; index < last; index += 1) {
    const left = (amounts[index] as number) - net
    ends[index * futures + future] = pace > 0 ? mostWalkedDays + left / pace : Number.POSITIVE_INFINITY
  }
}

/** Draws a factor around 1 whose logarithm has this standard deviation (Box and Muller). */
function drawFactor(deviation: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.exp(deviation * (normal - deviation / 2))
}

/** Returns numbers from 0 to 1 that are always the same for a seed, so that a forecast does not flicker (mulberry32). */
export function createRandom(seed: number): () => number {
  // In an array it stays a number of 32 bits, while an engine may allocate an object for each new value of a variable.
  const states = Int32Array.of(seed)
  return () => {
    const state = ((states[0] as number) + 0x6d2b79f5) | 0
    states[0] = state
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
