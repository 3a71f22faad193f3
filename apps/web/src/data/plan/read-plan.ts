import { limits, type NodeId, toPlainText } from '@espalier/domain'
import type { SentPlanNode, SentPlanProject } from './documents.ts'
import type { Plan, PlanNode } from './plan.ts'

const untitledText = '(without a title)'

/** The first nodes of a project, level by level: a drawing of all of a very large one could neither be read nor moved. */
export function readPlan(
  { id, title, completionStatus }: SentPlanProject,
  sent: readonly SentPlanNode[],
  most: number = limits.demoTreeNodes,
): Plan {
  const first = takeLevelByLevel(sent, most)
  const drawn = new Set(first.map((node) => node.id))
  return {
    projectId: id,
    title: title || untitledText,
    status: completionStatus,
    nodes: first.map((node) => toPlanNode(node, drawn)),
    total: sent.length,
  }
}

const toPlanNode = ({ id, title, status, parentIds }: SentPlanNode, drawn: ReadonlySet<NodeId>): PlanNode => ({
  id,
  title: toPlainText(title) || untitledText,
  status: status ?? 'todo',
  parentIds: parentIds.filter((parentId) => drawn.has(parentId)),
})

// The same order as everywhere; taken from the rules, it would be one more piece for the project screen to load.
const comparePositions = (left: SentPlanNode, right: SentPlanNode): number =>
  left.position - right.position || (left.id < right.id ? -1 : 1)

function takeLevelByLevel(sent: readonly SentPlanNode[], most: number): readonly SentPlanNode[] {
  const lists = new Map<NodeId | null, SentPlanNode[]>()
  // By its primary parent alone: a node with several would stand in the plan several times.
  for (const node of sent.toSorted(comparePositions)) {
    const parentId = node.parentIds[0] ?? null
    const list = lists.get(parentId)
    if (list === undefined) lists.set(parentId, [node])
    else list.push(node)
  }
  const first = (lists.get(null) ?? []).slice(0, most)
  for (let at = 0; at < first.length && first.length < most; at += 1)
    first.push(...(lists.get(first[at]?.id ?? null) ?? []).slice(0, most - first.length))
  return first
}
