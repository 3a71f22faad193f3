import { dayMs } from '../core/units.ts'
import { transitionStates } from '../node/status.ts'
import { nodeWork, type PackedProject, unpackFrom, unpackTo } from './packed-project.ts'

/** A finished node: times are days before now, so that larger is longer ago. */
interface FinishedNode {
  readonly node: number
  readonly done: number
  /** Null: it was never in progress. */
  readonly started: number | null
}

export interface WorkHistory {
  /** The oldest first. */
  readonly finished: readonly FinishedNode[]
  /** When the nodes that are in progress were started. */
  readonly open: readonly number[]
  /** Nodes that were created and not thrown away before they were done. */
  readonly created: readonly { readonly node: number; readonly at: number }[]
  /** The days since the work began, the last 24 hours being the last day. */
  readonly days: number
}

/** Older work says little about the team of today. */
const mostDays = 730
/** With less than this there is no forecast. */
const least = { finished: 8, daysWithWork: 4, days: 7 } as const

const [progress, done, deleted] = (['progress', 'done', 'deleted'] as const).map((state) =>
  transitionStates.indexOf(state),
) as [number, number, number]

/** Reads when work was created, started and done. Null: there is too little of it for a forecast. */
export function readWorkHistory(project: PackedProject): WorkHistory | null {
  const { times, nodes, states, nowMs, estimates } = project
  const size = estimates.length
  const none = Number.NaN
  const [createdAt, startedAt, doneAt] = [size, size, size].map((length) => new Float64Array(length).fill(none)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const isGone = new Uint8Array(size)
  for (const at of sortByNode(project)) {
    const [node, ms, pair] = [nodes[at] as number, times[at] as number, states[at] as number]
    const [from, to] = [unpackFrom(pair), unpackTo(pair)]
    if (from === deleted && Number.isNaN(createdAt[node])) createdAt[node] = ms
    if (to === progress) startedAt[node] = ms
    // Work that is opened again counts when it is done for good; done work that is deleted later was still done.
    if (to === done) doneAt[node] = ms
    else if (to !== deleted) doneAt[node] = none
    isGone[node] = to === deleted && from !== done ? 1 : 0
  }
  const toDays = (ms: number): number => Math.max(0, (nowMs - ms) / dayMs)
  const isCounted = (node: number): boolean => node >= project.living || project.work[node] !== nodeWork.uncounted
  const finished: FinishedNode[] = []
  const open: number[] = []
  const created: { node: number; at: number }[] = []
  for (let node = 0; node < size; node += 1) {
    if (!isCounted(node) || isGone[node] === 1) continue
    const [birth, start, end] = [createdAt[node] as number, startedAt[node] as number, doneAt[node] as number]
    if (!Number.isNaN(birth)) created.push({ node, at: toDays(birth) })
    if (project.work[node] === nodeWork.progress && !Number.isNaN(start)) open.push(toDays(start))
    if (Number.isNaN(end)) continue
    finished.push({ node, done: toDays(end), started: start <= end ? toDays(start) : null })
  }
  finished.sort((one, other) => other.done - one.done)
  return isEnough(finished) ? { finished, open, created, days: countDays(finished) } : null
}

/** Returns the indexes of the transitions of one node after the other, those of each node by their time. */
function sortByNode({ times, nodes, estimates }: PackedProject): Int32Array {
  const next = new Int32Array(estimates.length + 1)
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as number
    next[node + 1] = (next[node + 1] as number) + 1
  }
  for (let node = 1; node < next.length; node += 1) next[node] = (next[node] as number) + (next[node - 1] as number)
  const firsts = next.slice()
  const sorted = new Int32Array(nodes.length)
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as number
    const time = times[at] as number
    // Nodes have few transitions, and most of them come in their order.
    let place = next[node] as number
    for (; place > (firsts[node] as number); place -= 1) {
      const before = sorted[place - 1] as number
      if ((times[before] as number) <= time) break
      sorted[place] = before
    }
    sorted[place] = at
    next[node] = (next[node] as number) + 1
  }
  return sorted
}

function isEnough(finished: readonly FinishedNode[]): boolean {
  const first = finished[0]
  if (first === undefined || finished.length < least.finished || first.done < least.days) return false
  return new Set(finished.map(({ done: at }) => Math.floor(at))).size >= least.daysWithWork
}

/** The work before the first finished node began about as long before it as nodes are apart. */
function countDays(finished: readonly FinishedNode[]): number {
  const first = (finished[0] as FinishedNode).done
  const last = (finished.at(-1) as FinishedNode).done
  const gap = (first - last) / (finished.length - 1)
  return Math.min(mostDays, Math.ceil(first + gap))
}

/** The work that was done and added on each day, oldest first. A day is 24 hours, counted back from now. */
export interface WorkSeries {
  readonly done: Float64Array
  readonly added: Float64Array
  /** The size of a usual node: the sum of the squares of all sizes by the sum of all sizes. */
  readonly unit: number
  /** Additions of the first days are the plan and not in the series. */
  readonly daysOfPlan: number
}

/** Adds up the work of each day. */
export function toSeries({ finished, created, days }: WorkHistory, weigh: (node: number) => number): WorkSeries {
  const done = new Float64Array(days)
  const added = new Float64Array(days)
  const add = (values: Float64Array, at: number, node: number) => {
    const day = days - 1 - Math.floor(at)
    if (day >= 0) values[day] = (values[day] as number) + weigh(node)
  }
  for (const { node, done: at } of finished) add(done, at, node)
  // Nodes that existed when the first node was done are the plan, and not growth.
  const plannedUntil = (finished[0] as FinishedNode).done - 1
  for (const { node, at } of created) if (at < plannedUntil) add(added, at, node)
  let [sizes, squares] = [0, 0]
  for (const { node } of finished) {
    sizes += weigh(node)
    squares += weigh(node) ** 2
  }
  const unit = sizes > 0 ? squares / sizes : 1
  return { done, added, unit, daysOfPlan: Math.max(0, days - plannedUntil) }
}

/** Adds up some days of a series. */
export function sumDays(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at += 1) total += values[at] as number
  return total
}
