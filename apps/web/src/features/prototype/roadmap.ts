import { limits } from '@espalier/domain'
import { scaleLinear } from 'd3-scale'
import type { HierarchyNode } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { treeOf } from './scene/tree-of.ts'

const { months: year } = limits.roadmap

export interface Bar {
  readonly node: PlanNode
  /** Counted from 0. */
  readonly month: number
  readonly months: number
}

export interface Lane {
  readonly node: PlanNode
  /** Bars that would lie over each other stand in rows. */
  readonly rows: readonly (readonly Bar[])[]
}

/** A node knows no date: each branch is a lane, and its parts share the year in their order, by how many leaves they have. */
export function roadmapOf(plan: Plan): readonly Lane[] {
  const root = treeOf(plan)
  return (root.children ?? [root]).map((lane) => ({ node: lane.data, rows: inRows(barsOf(lane)) }))
}

function barsOf(lane: HierarchyNode<PlanNode>): readonly Bar[] {
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

function inRows(bars: readonly Bar[]): readonly (readonly Bar[])[] {
  const rows: Bar[][] = []
  for (const bar of bars) {
    const free = rows.find((row) => endOf(row.at(-1)) <= bar.month)
    if (free === undefined) rows.push([bar])
    else free.push(bar)
  }
  return rows
}

export const endOf = (bar: Bar | undefined): number => (bar === undefined ? 0 : bar.month + bar.months)
