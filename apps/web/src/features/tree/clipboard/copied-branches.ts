import { getAncestorIds, type Branch, type NodeId } from '@espalier/domain'
import type { Board } from '../../../data/board/board.ts'
import { listInTreeOrder } from '../workbench/tree-order.ts'

/** The nodes among these that hang from no other of them, in tree order. */
export function findTopmostNodes({ graph }: Board, ids: ReadonlySet<NodeId>): readonly NodeId[] {
  const isBelowAnother = (id: NodeId) => [...getAncestorIds(graph, id)].some((above) => ids.has(above))
  return listInTreeOrder(graph).filter((id) => ids.has(id) && !isBelowAnother(id))
}

/** Everything below these nodes; a node with several parents among them is copied once, under the first. */
export function copyBranches(board: Board, ids: readonly NodeId[]): readonly Branch[] {
  const seen = new Set<NodeId>()
  const branchesFrom = (id: NodeId): readonly Branch[] => {
    const node = board.node(id)
    if (node === undefined || seen.has(id)) return []
    seen.add(id)
    const branch: Branch = {
      title: node.title,
      ...(node.body !== '' && { body: node.body }),
      ...(node.status !== 'todo' && { status: node.status }),
      backgroundColor: node.style.backgroundColor,
      ...(node.hideChildren && { hideChildren: true }),
      children: Array.from(board.graph.children(id), (child) => branchesFrom(child.id)).flat(),
    }
    return [branch]
  }
  return ids.flatMap(branchesFrom)
}

export function countBranchNodes(branches: readonly Branch[]): number {
  let count = 0
  const waiting = [...branches]
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    count += 1
    for (const child of branch.children) waiting.push(child)
  }
  return count
}
