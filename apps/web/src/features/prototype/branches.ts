import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { treeOf } from './scene/tree-of.ts'

export interface Branch {
  readonly node: PlanNode
  /** What hangs from it directly. */
  readonly parts: readonly PlanNode[]
}

/** The topmost branches of a plan; a plan that has none is its own. */
export function branchesOf(plan: Plan, most: number): readonly Branch[] {
  const root = treeOf(plan)
  return (root.children ?? [root])
    .slice(0, most)
    .map(({ data, children = [] }) => ({ node: data, parts: children.map((child) => child.data) }))
}
