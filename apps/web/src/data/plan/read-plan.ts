import { limits, type NodeId, plainTextOf } from '@espalier/domain'
import type { SentNode, SentTitle } from './documents.ts'
import type { Plan, PlanNode } from './plan.ts'

const untitled = '(without a title)'

/** The first nodes of a project, level by level: a drawing of all of a very large one could neither be read nor moved. */
export function readPlan(
  { id, title, completionStatus }: SentTitle,
  sent: readonly SentNode[],
  most: number = limits.demoTreeNodes,
): Plan {
  const first = levelByLevel(sent, most)
  const drawn = new Set(first.map((node) => node.id))
  return {
    projectId: id,
    title: title || untitled,
    status: completionStatus,
    nodes: first.map((node) => planNode(node, drawn)),
    total: sent.length,
  }
}

const planNode = ({ id, title, status, parentIds }: SentNode, drawn: ReadonlySet<NodeId>): PlanNode => ({
  id,
  title: plainTextOf(title) || untitled,
  status: status ?? 'todo',
  parentIds: parentIds.filter((parentId) => drawn.has(parentId)),
})

// The same order as everywhere; taken from the rules, it would be one more piece for the project screen to load.
const inOrder = (left: SentNode, right: SentNode): number =>
  left.position - right.position || (left.id < right.id ? -1 : 1)

function levelByLevel(sent: readonly SentNode[], most: number): readonly SentNode[] {
  const lists = new Map<NodeId | null, SentNode[]>()
  // By its primary parent alone: a node with several would stand in the plan several times.
  for (const node of sent.toSorted(inOrder)) {
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
