import type { NodeStatus } from '@espalier/domain'
import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { buildPlanTree } from './scene/tree-of.ts'

export interface PlanTask {
  readonly node: PlanNode
  /** The titles above it, the topmost first. */
  readonly under: readonly string[]
}

const statusOrder: Readonly<Record<NodeStatus, number>> = { progress: 0, todo: 1, done: 2 }

/** What can be done: the leaves in the plan's order; what is begun first, what is done last. */
export function listTasks(plan: Plan): readonly PlanTask[] {
  const tasks = buildPlanTree(plan)
    .leaves()
    .map((leaf): PlanTask => {
      const [, ...above] = leaf.ancestors()
      return { node: leaf.data, under: above.map(({ data }) => data.title).toReversed() }
    })
  return tasks.toSorted((left, right) => statusOrder[left.node.status] - statusOrder[right.node.status])
}

export const isOpenTask = ({ node }: PlanTask): boolean => node.status !== 'done'
