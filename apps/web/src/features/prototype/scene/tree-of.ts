import { hierarchy, type HierarchyNode } from 'd3-hierarchy'
import { groupByPrimaryParent, type Plan, type PlanNode } from '../../../data/plan/index.ts'

/** Never the id of a node. */
export const planRootId = 'plan'

/** The plan as one tree, every node under its primary parent. Several nodes at the top hang from the plan itself. */
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
