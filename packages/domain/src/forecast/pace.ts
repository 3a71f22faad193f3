/** The work that was done and added on each day, oldest first. A day is 24 hours, counted back from now. */
export interface WorkSeries {
  readonly done: Float64Array
  readonly added: Float64Array
}

/** The part of a series from which the future is drawn. */
export interface PaceWindow {
  readonly from: number
  readonly to: number
}

/** A future that is longer goes on at its mean pace. */
const mostWalkedDays = 1_000
const mostBlockDays = 14
const blocksPerWindow = 5
/** A drawn pace of nearly nothing would put the end of that future beyond any date. */
const leastFactor = 0.15
/** Work that gets slower does not stop. */
const leastTrend = 0.2
const trends = { least: 0.5, most: 3 } as const

const chooseBlock = (days: number, blocks: number): number =>
  Math.max(1, Math.min(mostBlockDays, Math.round(days / blocks)))

/**
 * Draws futures and finds when each has done each of the rising amounts of work, by amount. Days are drawn in blocks,
 * so that weekends, bursts and pauses stay together. The mean pace and its trend are drawn for each future too, because
 * a short history knows neither well.
 */
export function drawEnds(
  series: WorkSeries,
  window: PaceWindow,
  amounts: Float64Array,
  futures: number,
  random: () => number,
): Float32Array {
  const days = window.to - window.from
  const block = chooseBlock(days, blocksPerWindow)
  const [done, added] = [sum(series.done, window) / days, sum(series.added, window) / days]
  const mean: MeanPace = { done, added, days, block, slope: findSlope(series, window) }
  const ends = new Float32Array(amounts.length * futures)
  for (let future = 0; future < futures; future += 1)
    walk(series, window, mean, drawFactors(series, window, mean, random), { amounts, ends, futures, future, random })
  return ends
}

interface MeanPace {
  readonly done: number
  readonly added: number
  readonly days: number
  readonly block: number
  readonly slope: number
}

interface DrawnFactors {
  readonly done: number
  readonly added: number
  readonly slope: number
}

/** Draws a window of the same length and returns how its means differ. */
function drawFactors(series: WorkSeries, { from }: PaceWindow, mean: MeanPace, random: () => number): DrawnFactors {
  const { days, block } = mean
  let [done, added] = [0, 0]
  for (let drawn = 0; drawn < days;) {
    const start = Math.floor(random() * days)
    for (let step = 0; step < block && drawn < days; step += 1, drawn += 1) {
      const day = from + ((start + step) % days)
      done += series.done[day] as number
      added += series.added[day] as number
    }
  }
  return {
    done: Math.max(leastFactor, done / days / mean.done),
    added: mean.added === 0 ? 1 : added / days / mean.added,
    // The trend may be half of the one that was found, or three times as strong.
    slope: mean.slope * (trends.least + (trends.most - trends.least) * random() ** 2),
  }
}

interface Walk {
  readonly amounts: Float64Array
  readonly ends: Float32Array
  readonly futures: number
  readonly future: number
  readonly random: () => number
}

/** Goes through one future day by day. */
function walk(series: WorkSeries, { from }: PaceWindow, mean: MeanPace, factors: DrawnFactors, to: Walk): void {
  const { amounts, ends, futures, future, random } = to
  const { days, block } = mean
  // The mean pace is that of the middle of the window.
  const sinceMiddle = (mean.done * days) / 2
  let [net, gross, index, start, step, factor] = [0, 0, 0, 0, block, factors.done]
  for (let day = 0; day < mostWalkedDays; day += 1) {
    if (step === block) {
      start = Math.floor(random() * days)
      step = 0
      if (factors.slope < 0)
        factor = factors.done * Math.max(leastTrend, Math.exp(factors.slope * (sinceMiddle + gross)))
    }
    const at = from + ((start + step) % days)
    step += 1
    const work = (series.done[at] as number) * factor
    const gain = work - (series.added[at] as number) * factors.added
    while (index < amounts.length && net + gain >= (amounts[index] as number)) {
      const share = gain > 0 ? Math.max(0, ((amounts[index] as number) - net) / gain) : 0
      ends[index * futures + future] = day + share
      index += 1
    }
    if (index === amounts.length) return
    gross += work
    net += gain
  }
  const pace = mean.done * factor - mean.added * factors.added
  for (; index < amounts.length; index += 1) {
    const left = (amounts[index] as number) - net
    ends[index * futures + future] = pace > 0 ? mostWalkedDays + left / pace : Number.POSITIVE_INFINITY
  }
}

/** The part of the error of a trend that is taken off it: a trend that may be chance counts for less. */
const caution = 0.05
const blocksPerTrend = 10

/**
 * Returns how the pace slows down per unit of work, as the change of its logarithm: 0 or negative. The second half of
 * the days is compared with the first one. Work that gets faster is not expected to go on like that.
 */
function findSlope(series: WorkSeries, { from, to }: PaceWindow): number {
  const days = to - from
  const block = chooseBlock(days, blocksPerTrend)
  const half = Math.floor(days / 2)
  const first = describeBlocks(series.done, { from, to: from + half }, block)
  const second = describeBlocks(series.done, { from: from + half, to }, block)
  if (first === null || second === null) return 0
  const change = Math.log(second.mean / first.mean)
  if (change >= 0) return 0
  const kept = Math.max(0, 1 - (caution * (first.variance + second.variance)) / (change * change))
  return (change * kept) / (((first.mean + second.mean) * half) / 2)
}

interface BlockSums {
  /** Per day. */
  readonly mean: number
  /** Of the logarithm of the mean. */
  readonly variance: number
}

/** Null: there is nothing to compare. */
function describeBlocks(values: Float64Array, { from, to }: PaceWindow, block: number): BlockSums | null {
  const blocks = Math.floor((to - from) / block)
  let [total, squares] = [0, 0]
  for (let at = from; at < from + blocks * block; at += block) {
    const inBlock = sum(values, { from: at, to: at + block })
    total += inBlock
    squares += inBlock * inBlock
  }
  if (blocks < 2 || total === 0) return null
  const mean = total / blocks
  const variance = Math.max(mean, ((squares / blocks - mean * mean) * blocks) / (blocks - 1))
  return { mean: mean / block, variance: variance / (mean * mean * blocks) }
}

export function sum(values: Float64Array, { from, to }: PaceWindow): number {
  let total = 0
  for (let at = from; at < to; at += 1) total += values[at] as number
  return total
}

/** Returns numbers from 0 to 1 that are always the same for a seed, so that a forecast does not flicker (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
