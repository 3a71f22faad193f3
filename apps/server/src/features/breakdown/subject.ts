import { type GraphView, toPlainText, getPrimaryParent } from '@espalier/domain'
import { readNodesById } from '../../database/read-nodes.ts'
import type { BreakdownSubject } from '../../ports/breakdown.ts'
import type { ProjectWrite } from '../projects/index.ts'

const maxSiblings = 60

/** The node with what lies around it. */
export async function readBreakdownSubject(write: ProjectWrite, nodeId: string): Promise<BreakdownSubject> {
  const graph = await write.graph()
  const pathIds = findPathFromRoot(graph, nodeId)
  const parentId = pathIds.at(-2) ?? null
  const siblings = graph.children(parentId)
  const siblingIds = siblings
    .slice(0, maxSiblings)
    .map(({ id }) => id)
    .filter((id) => id !== nodeId)
  const nodes = await readNodesById(write.tx.client, write.project.id, [...pathIds, ...siblingIds])
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const titles = (ids: readonly string[]): string[] => ids.map((id) => toPlainText(byId.get(id)?.title ?? ''))
  return {
    project: write.project.title,
    path: titles(pathIds),
    siblings: titles(siblingIds),
    existingChildren: [],
    body: byId.get(nodeId)?.body ?? '',
  }
}

/** From the root, by primary parents. The walk ends even on corrupt rows. */
function findPathFromRoot(graph: GraphView, nodeId: string): readonly string[] {
  const path = new Set<string>()
  let at: string | null = nodeId
  while (at !== null && !path.has(at)) {
    path.add(at)
    const node = graph.node(at)
    at = node === undefined ? null : getPrimaryParent(node)
  }
  return [...path].toReversed()
}
