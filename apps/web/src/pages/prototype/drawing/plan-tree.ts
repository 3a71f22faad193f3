import type { NodeStatus } from '@espalier/domain'
import { hierarchy, type HierarchyNode } from 'd3-hierarchy'
import { groupByPrimaryParent, type Plan, type PlanNode } from '../../../api/plan.ts'

/** No node has this id. */
export const planRootId = 'plan'

/** Builds one tree with every node under its primary parent. Several roots become children of the plan itself. */
export function buildPlanTree(plan: Plan): HierarchyNode<PlanNode> {
  const lists = groupByPrimaryParent(plan)
  const tops = lists.get(null) ?? []
  const [top = createPlanRoot(plan)] = tops.length === 1 ? tops : []
  return hierarchy(top, ({ id }) => (id === planRootId ? tops : lists.get(id)))
}

const createPlanRoot = ({ title, status }: Plan): PlanNode => ({
  id: planRootId,
  title,
  status,
  parentIds: [],
})

interface PlanTask {
  readonly node: PlanNode
  /** The titles of the ancestors, the topmost first. */
  readonly under: readonly string[]
}

const statusOrder: Readonly<Record<NodeStatus, number>> = { progress: 0, todo: 1, done: 2 }

/** Returns the leaves in the plan's order: tasks in progress first, done ones last. */
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
