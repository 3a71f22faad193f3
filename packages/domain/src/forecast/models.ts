import { drawEnds, type WantedWork } from './pace.ts'
import type { PackedProject } from './packed-project.ts'
import { sumDays, toSeries, type WorkHistory, type WorkSeries } from './work-history.ts'

export type ModelKind = 'nodes' | 'estimates' | 'durations'

/** One way to tell from the past how long an amount of work takes. */
export interface PaceModel {
  readonly kind: ModelKind
  readonly series: WorkSeries
  /** Returns the amount of work that a node is. */
  weigh(node: number): number
  /**
   * Draws futures from the first days of the series and returns when each has done each amount, in days, by amount.
   * Null: those days are not enough.
   */
  draw(days: number, wanted: WantedWork, futures: number, random: () => number): Float32Array | null
}

/** The share of finished nodes that must have an estimate, or a start, before a model may rest on it. */
const leastKnownShare = 0.6
const leastDurations = 5
const mostDrawnDurations = 40

/** Lists the models that the history of a project allows. The first one is always there. */
export function listModels(project: PackedProject, history: WorkHistory): readonly PaceModel[] {
  const models = [createThroughput('nodes', history, () => 1)]
  const { estimates } = project
  const known = history.finished.filter(({ node }) => (estimates[node] as number) > 0)
  const areEstimated = known.length >= history.finished.length * leastKnownShare
  const mean = known.reduce((total, { node }) => total + (estimates[node] as number), 0) / Math.max(1, known.length)
  const weighEstimate = (node: number): number => {
    const estimate = estimates[node] as number
    return Number.isNaN(estimate) ? mean : estimate
  }
  if (areEstimated) models.push(createThroughput('estimates', history, weighEstimate))
  const started = history.finished.filter((node) => node.started !== null)
  if (started.length >= history.finished.length * leastKnownShare)
    models.push(createDurations(history, areEstimated ? weighEstimate : () => 1))
  return models
}

/** As much is done per day as before. */
function createThroughput(kind: ModelKind, history: WorkHistory, weigh: (node: number) => number): PaceModel {
  const series = toSeries(history, weigh)
  return {
    kind,
    series,
    weigh,
    draw(days, wanted, futures, random) {
      return sumDays(series.done, 0, days) > 0 ? drawEnds(series, days, wanted, futures, random) : null
    },
  }
}

/**
 * Nodes take as long for their size as before, and as many are in progress at once as of late: by Little's law the pace
 * is the work in progress divided by the time that a unit of it takes.
 */
function createDurations(history: WorkHistory, weigh: (node: number) => number): PaceModel {
  const throughput = createThroughput('durations', history, weigh)
  return {
    ...throughput,
    draw(days, { amounts, left }, futures, random) {
      // The end of the given days, in days before now.
      const until = history.days - days
      const known = history.finished.filter((node) => node.started !== null && node.done >= until)
      if (known.length < leastDurations) return null
      const lengths = Float64Array.from(known, ({ started, done }) => (started as number) - done)
      const sizes = Float64Array.from(known, ({ node }) => weigh(node))
      const pace = findRecentShare(history, until, days)
      const wanted = { amounts: amounts.map((amount) => amount / pace), left: left / pace }
      const ends = throughput.draw(days, wanted, futures, random)
      if (ends === null) return null
      const [size, length] = [addUp(sizes), addUp(lengths)]
      const drawn = Math.min(known.length, mostDrawnDurations)
      for (let future = 0; future < futures; future += 1) {
        let [drawnSize, drawnLength] = [0, 0]
        for (let draw = 0; draw < drawn; draw += 1) {
          const at = Math.floor(random() * known.length)
          drawnSize += sizes[at] as number
          drawnLength += lengths[at] as number
        }
        const factor = drawnSize > 0 && length > 0 ? (drawnLength / drawnSize) * (size / length) : 1
        for (let at = future; at < ends.length; at += futures) ends[at] = (ends[at] as number) * factor
      }
      return ends
    },
  }
}

const addUp = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)

const recentDays = 14
const recentShares = { least: 0.5, most: 2 } as const

/** Returns how much is in progress in the last two weeks, compared with all days. */
function findRecentShare({ finished, open }: WorkHistory, until: number, days: number): number {
  const span = Math.min(recentDays, days)
  let [all, recent] = [0, 0]
  const add = (started: number, done: number) => {
    all += Math.max(0, Math.min(started, until + days) - Math.max(done, until))
    recent += Math.max(0, Math.min(started, until + span) - Math.max(done, until))
  }
  for (const { started, done } of finished) if (started !== null) add(started, done)
  for (const started of open) add(started, 0)
  if (all === 0) return 1
  return Math.min(recentShares.most, Math.max(recentShares.least, (recent / span) * (days / all)))
}
