import type { NodeStatus } from '@espalier/domain'
import type { Plan, PlanNode } from '../../data/plan/index.ts'
import { treeOf } from './scene/tree-of.ts'

export interface Task {
  readonly node: PlanNode
  /** The titles above it, the topmost first. */
  readonly under: readonly string[]
}

const turn: Readonly<Record<NodeStatus, number>> = { progress: 0, todo: 1, done: 2 }

/** What can be done: the leaves in the plan's order; what is begun first, what is done last. */
export function tasksOf(plan: Plan): readonly Task[] {
  const tasks = treeOf(plan)
    .leaves()
    .map((leaf): Task => {
      const [, ...above] = leaf.ancestors()
      return { node: leaf.data, under: above.map(({ data }) => data.title).toReversed() }
    })
  return tasks.toSorted((left, right) => turn[left.node.status] - turn[right.node.status])
}

export const isOpen = ({ node }: Task): boolean => node.status !== 'done'
