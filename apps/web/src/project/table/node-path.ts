import { getPrimaryParent, type GraphView, type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'

/** Returns the titles above a node, from the top down. */
export function getPath({ node: find }: Pick<ProjectClient, 'node'>, node: NodeRecord): string {
  const titles: string[] = []
  const seen = new Set<NodeId>([node.id])
  for (let id = node.parentIds[0]; id !== undefined && !seen.has(id); id = find(id)?.parentIds[0]) {
    seen.add(id)
    titles.unshift(toPlainText(find(id)?.title ?? ''))
  }
  return titles.join(' › ')
}

/** Returns the nodes that count as top branches: the roots, or what is below the only root. */
function listTopBranches(graph: GraphView): ReadonlySet<NodeId> {
  const roots = Array.from(graph.children(null), ({ id }) => id)
  const [only] = roots
  if (roots.length !== 1 || only === undefined) return new Set(roots)
  return new Set(Array.from(graph.children(only), ({ id }) => id))
}

/** Returns the top branch of each of these nodes, which are in tree order. The only root is its own. */
export function findTopBranches(graph: GraphView, ids: readonly NodeId[]): ReadonlyMap<NodeId, NodeId> {
  const tops = listTopBranches(graph)
  const branches = new Map<NodeId, NodeId>()
  for (const id of ids) {
    const node = graph.node(id)
    const parentId = node === undefined ? null : getPrimaryParent(node)
    branches.set(id, tops.has(id) || parentId === null ? id : (branches.get(parentId) ?? id))
  }
  return branches
}
