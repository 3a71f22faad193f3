import type { NodeTransition } from '../burnup/burn-up.ts'
import { dayMs } from '../core/units.ts'
import { createRandom } from '../forecast/pace.ts'
import type { ForecastNode } from '../forecast/packed-project.ts'
import { aNode } from './schedulable-nodes.ts'

export const historyKinds = ['steady', 'bursty', 'growing', 'slowing'] as const
export type HistoryKind = (typeof historyKinds)[number]

interface NodeLife {
  readonly id: string
  readonly createdMs: number
  readonly startedMs: number
  readonly doneMs: number
  readonly size: number
}

/** A made-up project that is known to its end. */
export interface WholeHistory {
  readonly lives: readonly NodeLife[]
  readonly isEstimated: boolean
  readonly days: number
}

const startMs = Date.UTC(2026, 0, 5)
const sizes = [0.5, 1, 1, 2, 3, 5] as const

/** Returns how often something happens that happens this often on average (Knuth). */
function drawCount(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let left = random(); left > limit; left *= random()) count += 1
  return count
}

/**
 * Makes up the work of a project from its first to its last day: at an even pace, in bursts, with nodes that are added
 * all along, or slower and slower. Pace, size, weekends and estimates differ from one to the next.
 */
export function createHistory(kind: HistoryKind, seed: number): WholeHistory {
  const random = createRandom(seed)
  const pace = 0.5 + random() * 3
  const planned = 40 + Math.floor(random() * 160)
  const hasWeekends = random() < 0.6
  const isEstimated = random() < 0.5
  const growth = 0.15 + random() * 0.3
  const lastPace = 0.3 + random() * 0.4
  const unit = isEstimated ? 2 : 1
  const open: Omit<NodeLife, 'startedMs' | 'doneMs'>[] = []
  const lives: NodeLife[] = []
  const add = (day: number) => {
    const size = isEstimated ? (sizes[Math.floor(random() * sizes.length)] ?? 1) : 1
    open.push({ id: `n${open.length + lives.length}`, createdMs: startMs + (day + random() * 0.3) * dayMs, size })
  }
  for (let count = 0; count < planned; count += 1) add(0)
  let [day, left, isBurst] = [0, 0, random() < 0.5]
  for (; open.length > 0; day += 1) {
    if (random() < (isBurst ? 0.2 : 0.14)) isBurst = !isBurst
    if (kind === 'growing') for (let count = drawCount(pace * growth, random); count > 0; count -= 1) add(day)
    const bursts = kind === 'bursty' ? (isBurst ? 2.2 : 0.15) : 1
    const slower = kind === 'slowing' ? 1 - (1 - lastPace) * Math.min(1, lives.length / planned) : 1
    const week = !hasWeekends ? 1 : day % 7 < 5 ? 1.4 : 0
    left += drawCount(pace * bursts * slower * week, random) * unit
    for (let next = open[0]; next !== undefined && left >= next.size; next = open[0]) {
      left -= next.size
      open.shift()
      const doneMs = startMs + (day + 0.4 + random() * 0.5) * dayMs
      const startedMs = Math.max(next.createdMs, doneMs - (0.3 - Math.log(1 - random()) * next.size) * dayMs)
      lives.push({ ...next, startedMs, doneMs })
    }
  }
  return { lives, isEstimated, days: day }
}

/** Returns the nodes of a project as they were at some time, with everything that had happened until then. */
export function cutHistory({ lives, isEstimated, days }: WholeHistory, share: number) {
  const nowMs = startMs + Math.round(days * share) * dayMs
  const nodes: ForecastNode[] = []
  const transitions: NodeTransition[] = []
  for (const { id, size, createdMs, startedMs, doneMs } of lives) {
    if (createdMs > nowMs) continue
    const status = doneMs <= nowMs ? 'done' : startedMs <= nowMs ? 'progress' : 'todo'
    nodes.push({ ...aNode(id, [], { status, estimate: isEstimated ? size : null }), assigneeIds: [] })
    transitions.push({ nodeId: id, dt: createdMs, from: 'deleted', to: 'todo' })
    if (startedMs <= nowMs) transitions.push({ nodeId: id, dt: startedMs, from: 'todo', to: 'progress' })
    if (doneMs <= nowMs) transitions.push({ nodeId: id, dt: doneMs, from: 'progress', to: 'done' })
  }
  const endMs = Math.max(...lives.map((life) => life.doneMs))
  return { nodes, transitions, nowMs, endMs }
}
