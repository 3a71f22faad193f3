import { limits } from '@espalier/domain'
import { scaleLinear } from 'd3-scale'
import type { HierarchyNode } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { buildPlanTree } from './scene/tree-of.ts'

const { months: year } = limits.roadmap

export interface RoadmapBar {
  readonly node: PlanNode
  /** Counted from 0. */
  readonly month: number
  readonly months: number
}

export interface RoadmapLane {
  readonly node: PlanNode
  /** Bars that would lie over each other stand in rows. */
  readonly rows: readonly (readonly RoadmapBar[])[]
}

/** A node knows no date: each branch is a lane, and its parts share the year in their order, by how many leaves they have. */
export function buildRoadmap(plan: Plan): readonly RoadmapLane[] {
  const root = buildPlanTree(plan)
  return (root.children ?? [root]).map((lane) => ({ node: lane.data, rows: packIntoRows(layOutBars(lane)) }))
}

function layOutBars(lane: HierarchyNode<PlanNode>): readonly RoadmapBar[] {
  const parts = lane.children ?? [lane]
  const weights = parts.map((part) => part.leaves().length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const monthAt = scaleLinear([0, total], [0, year])
  let done = 0
  return parts.map(({ data: node }, at) => {
    const from = Math.min(Math.floor(monthAt(done)), year - 1)
    done += weights[at] ?? 0
    return { node, month: from, months: Math.max(1, Math.floor(monthAt(done)) - from) }
  })
}

function packIntoRows(bars: readonly RoadmapBar[]): readonly (readonly RoadmapBar[])[] {
  const rows: RoadmapBar[][] = []
  for (const bar of bars) {
    const free = rows.find((row) => findBarEnd(row.at(-1)) <= bar.month)
    if (free === undefined) rows.push([bar])
    else free.push(bar)
  }
  return rows
}

export const findBarEnd = (bar: RoadmapBar | undefined): number => (bar === undefined ? 0 : bar.month + bar.months)
