import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { buildPlanTree } from './scene/tree-of.ts'

export interface PlanBranch {
  readonly node: PlanNode
  /** What hangs from it directly. */
  readonly parts: readonly PlanNode[]
}

/** The topmost branches of a plan; a plan that has none is its own. */
export function listTopBranches(plan: Plan, most: number): readonly PlanBranch[] {
  const root = buildPlanTree(plan)
  return (root.children ?? [root])
    .slice(0, most)
    .map(({ data, children = [] }) => ({ node: data, parts: children.map((child) => child.data) }))
}
