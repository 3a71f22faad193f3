import { sumDays, type WorkSeries } from './work-history.ts'

/** The pace by the first days of a series, and how sure it is. */
export interface PaceLaw {
  readonly days: number
  /** The days that are drawn together. */
  readonly block: number
  readonly done: number
  readonly added: number
  /** All work of the project as it is known: done and open. */
  readonly scope: number
  /** The standard deviations of the logarithms of the mean pace and of the mean growth. */
  readonly doneError: number
  readonly addedError: number
  /** Makes up for the days whose additions were the plan. */
  readonly addedFactor: number
  readonly slowdowns: readonly Slowdown[]
}

interface Slowdown {
  /** The pace at the end of the project as a share of its first pace. */
  readonly last: number
  /** The mean of the pace over the days so far, as a share of the first pace. */
  readonly meanShare: number
  /** How likely it is, all together being 1. */
  readonly weight: number
}

/** Whole weeks, so that a block never holds more weekends than another. */
const blocks = [
  { days: 14, from: 84 },
  { days: 7, from: 21 },
] as const
const blocksOfShortPast = 4
/** The slowdowns that are assumed before anything is known: half of the weight is on none. */
const lastShares = [1, 0.85, 0.7, 0.55, 0.4, 0.3] as const
const weightOfNone = 0.5
/** A slowdown that is believed too late does more harm than one that is believed too early. */
const evidencePower = 3
/** The imagined blocks in which work came as evenly as chance lets it. */
const evenBlocks = 4

/** Work gets slower in step with the part of it that is done. */
export const getShareOfPace = (last: number, doneShare: number): number => 1 - (1 - last) * Math.min(1, doneShare)

/**
 * Estimates the mean pace with its error, and how likely each slowdown is: the number of nodes done in each block of days
 * is compared with what the slowdown would make of it. Work that comes in bursts says less about both, by its dispersion.
 */
export function describePace(series: WorkSeries, days: number, open: number): PaceLaw {
  const block = blocks.find(({ from }) => days >= from)?.days ?? Math.max(1, Math.round(days / blocksOfShortPast))
  const done = sumDays(series.done, 0, days)
  const added = sumDays(series.added, 0, days)
  const scope = Math.max(done + open, Number.EPSILON)
  const doneBlocks = addUpBlocks(series.done, days, block)
  const fits = lastShares.map((last) => fitSlowdown(last, doneBlocks, scope))
  const best = fits.reduce((most, other) => (other.likelihood > most.likelihood ? other : most))
  const dispersion = findDispersion(doneBlocks, best.shares, series.unit)
  const weights = fits.map(({ likelihood, last }) => {
    const prior = last === 1 ? weightOfNone : (1 - weightOfNone) / (lastShares.length - 1)
    return prior * Math.exp((evidencePower * (likelihood - best.likelihood)) / dispersion)
  })
  const weight = weights.reduce((total, one) => total + one, 0)
  const addedBlocks = addUpBlocks(series.added, days, block)
  const addedDispersion = findDispersion(
    addedBlocks,
    addedBlocks.map(() => 1),
    series.unit,
  )
  return {
    days,
    block,
    done,
    added,
    scope,
    doneError: toLogError(dispersion, done),
    addedError: toLogError(addedDispersion, added),
    addedFactor: days / Math.max(1, days - series.daysOfPlan),
    slowdowns: fits.map(({ last, meanShare }, at) => ({ last, meanShare, weight: (weights[at] as number) / weight })),
  }
}

export function drawSlowdown({ slowdowns }: PaceLaw, random: () => number): Slowdown {
  let left = random()
  for (const slowdown of slowdowns) {
    left -= slowdown.weight
    if (left < 0) return slowdown
  }
  return slowdowns[0] as Slowdown
}

/** Returns the error of the mean of some work whose variance is `dispersion` times as large as the work itself. */
const toLogError = (dispersion: number, work: number): number =>
  work > 0 ? Math.sqrt(Math.log(1 + dispersion / work)) : 0

interface BlockSum {
  readonly work: number
  /** The work until the middle of the block. */
  readonly until: number
}

/** The last block ends with the last day; days before the first block belong to none. */
function addUpBlocks(values: Float64Array, days: number, block: number): readonly BlockSum[] {
  const first = days % block
  let until = sumDays(values, 0, first)
  const all: BlockSum[] = []
  for (let from = first; from < days; from += block) {
    const work = sumDays(values, from, from + block)
    all.push({ work, until: until + work / 2 })
    until += work
  }
  return all
}

interface FittedSlowdown {
  readonly last: number
  /** The pace of each block as a share of the first pace. */
  readonly shares: readonly number[]
  readonly meanShare: number
  /** Its logarithm, of work that comes one by one and independently (Poisson), without what is the same for all. */
  readonly likelihood: number
}

function fitSlowdown(last: number, sums: readonly BlockSum[], scope: number): FittedSlowdown {
  const shares = sums.map(({ until }) => getShareOfPace(last, until / scope))
  const total = shares.reduce((all, share) => all + share, 0)
  const likelihood = sums.reduce((all, { work }, at) => all + work * Math.log((shares[at] as number) / total), 0)
  return { last, shares, meanShare: total / shares.length, likelihood }
}

/** Returns how many times as large as its mean the variance of the work of a block is (Wedderburn's quasi-likelihood). */
function findDispersion(sums: readonly BlockSum[], shares: readonly number[], unit: number): number {
  const total = sums.reduce((all, { work }) => all + work, 0)
  const shareTotal = shares.reduce((all, share) => all + share, 0)
  if (total === 0) return unit
  let squares = 0
  for (const [at, { work }] of sums.entries()) {
    const expected = (total * (shares[at] as number)) / shareTotal
    squares += (work - expected) ** 2 / expected
  }
  return (evenBlocks * unit + squares) / (evenBlocks + sums.length - 1)
}
