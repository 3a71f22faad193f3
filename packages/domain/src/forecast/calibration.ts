import type { PaceModel } from './models.ts'
import { sumDays } from './work-history.ts'

/** How far the forecasts that a model would have made in the past were off. */
export interface Calibration {
  /** The factor of all ends. */
  readonly factor: number
  /** The power to which the distance of an end from the median is raised: above 1 the range gets wider. */
  readonly spread: number
  /** The mean pinball loss of the 50 % and 85 % dates; lower is better. Infinity: nothing could be tested. */
  readonly loss: number
}

const shares = { middle: 0.5, late: 0.85 } as const
/** The standard deviations from the median to the 85 % quantile of a normal distribution. */
const lateDeviations = 1.036
const origins = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] as const
const leastTested = { before: 7, after: 5 } as const
const testFutures = 120
/** How many usual tests a project is given in advance, so that a few bad ones do not decide alone. */
const trust = { factor: 2, spread: 6 } as const
/** How far off a usual test is, in standard deviations: what was drawn from a short past is always too narrow. */
const usualError = 1.15
const leastDeviation = 0.05
const leastFactor = 0.9
/** An end behind this many days is the same as never. */
const neverDays = 36_500
const spreads = { least: 1, most: 2.2 } as const

/**
 * Forecasts from days in the past how long the work would take that was done since, and compares it with how long it
 * took. The mean error moves the forecast, and errors larger than the range promised make it wider.
 */
export function calibrate(model: PaceModel, open: number, random: () => number): Calibration {
  const days = model.series.done.length
  let [tests, errors, squares, loss] = [0, 0, 0, 0]
  for (const share of origins) {
    const origin = Math.round(days * share)
    if (origin < leastTested.before || days - origin < leastTested.after) continue
    const amount = sumDays(model.series.done, origin, days) - sumDays(model.series.added, origin, days)
    if (amount <= 0) continue
    const wanted = { amounts: Float64Array.of(amount), left: amount + open }
    const ends = model.draw(origin, wanted, testFutures, random)
    if (ends === null) continue
    ends.sort()
    const [middle, late] = [pickQuantile(ends, shares.middle), pickQuantile(ends, shares.late)].map(Math.log) as [
      number,
      number,
    ]
    if (!Number.isFinite(middle) || !Number.isFinite(late)) continue
    const actual = Math.log(days - origin)
    const deviation = Math.max(leastDeviation, (late - middle) / lateDeviations)
    tests += 1
    errors += actual - middle
    squares += ((actual - middle) / deviation) ** 2
    loss += getPinballLoss(actual - middle, shares.middle) + getPinballLoss(actual - late, shares.late)
  }
  const spread = Math.sqrt((trust.spread * usualError ** 2 + squares) / (trust.spread + tests))
  return {
    factor: Math.max(leastFactor, Math.exp(errors / (tests + trust.factor))),
    spread: Math.min(spreads.most, Math.max(spreads.least, spread)),
    loss: tests === 0 ? Number.POSITIVE_INFINITY : loss / tests,
  }
}

/** Moves and widens the ends of each amount in place. All ends are finite after it. */
export function applyCalibration(ends: Float32Array, futures: number, { factor, spread }: Calibration): void {
  const scratch = new Float32Array(futures)
  for (let from = 0; from < ends.length; from += futures) {
    const row = ends.subarray(from, from + futures)
    scratch.set(row)
    const middle = findMedian(scratch)
    const isMoved = middle > 0 && Number.isFinite(middle)
    for (let at = 0; at < futures; at += 1) {
      const end = row[at] as number
      const moved = isMoved ? middle * factor * Math.exp(spread * Math.log(end / middle)) : end
      row[at] = Math.min(neverDays, moved)
    }
  }
}

/** Returns the median, without sorting everything: values are moved around. What is not a number counts as infinite. */
export function findMedian(values: Float32Array): number {
  for (let at = 0; at < values.length; at += 1) if (Number.isNaN(values[at])) values[at] = Number.POSITIVE_INFINITY
  const wanted = Math.floor((values.length - 1) * shares.middle)
  const below = selectSmallest(values, wanted)
  if (values.length % 2 === 1) return below
  let above = Number.POSITIVE_INFINITY
  for (let at = wanted + 1; at < values.length; at += 1) above = Math.min(above, values[at] as number)
  return above === below ? below : below + (above - below) * shares.middle
}

/** Moves the value to an index that would be there if all were sorted, with smaller ones before it (Hoare's quickselect). */
function selectSmallest(values: Float32Array, wanted: number): number {
  let [first, last] = [0, values.length - 1]
  while (first < last) {
    const pivot = values[(first + last) >> 1] as number
    let [left, right] = [first, last]
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1
      while ((values[right] as number) > pivot) right -= 1
      if (left > right) break
      const moved = values[left] as number
      values[left] = values[right] as number
      values[right] = moved
      left += 1
      right -= 1
    }
    if (wanted <= right) last = right
    else if (wanted >= left) first = left
    else break
  }
  return values[wanted] as number
}

const getPinballLoss = (error: number, share: number): number => (error >= 0 ? share * error : (share - 1) * error)

/** Interpolates between the two nearest of ascending numbers. */
export function pickQuantile(rising: Float32Array, share: number): number {
  const at = (rising.length - 1) * share
  const below = rising[Math.floor(at)] as number
  const above = rising[Math.ceil(at)] as number
  return above === below ? below : below + (above - below) * (at - Math.floor(at))
}
