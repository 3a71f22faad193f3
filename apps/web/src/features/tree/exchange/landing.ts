import type { NodeId } from '@espalier/domain'
import type { Board } from '../../../data/board/board.ts'

/** Where a file goes: below the node that is meant, else below the only root; null: its topmost nodes become roots. */
export function chooseImportParent(board: Board, meant: NodeId | undefined): NodeId | null {
  if (meant !== undefined && board.node(meant) !== undefined) return meant
  const roots = board.graph.children(null)
  return roots.length === 1 ? (roots.at(0)?.id ?? null) : null
}
