import type { NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import type { Board } from '../../../../data/board/board.ts'
import type { Cell } from '../../../../platform/cell.ts'
import type { OwnFolds } from '../../workbench/workbench.ts'

/** As much of a board as the canvas reads. */
export type ShownBoard = Pick<Board, 'graph' | 'node' | 'nodes' | 'project' | 'canEdit'>

/** The board as a reader sees it who has folded and unfolded nodes for themselves: nothing of that is stored. */
export function applyOwnFolds(board: Board, folds: Cell<OwnFolds>): ShownBoard {
  // A record stays the same object until it changes: otherwise its box would be drawn again with every frame.
  const changed = new WeakMap<NodeRecord, NodeRecord>()
  const seen = (record: NodeRecord): NodeRecord => {
    const isFolded = folds.get().get(record.id)
    if (isFolded === undefined || isFolded === record.hideChildren) return record
    const known = changed.get(record) ?? { ...record, hideChildren: isFolded }
    changed.set(record, known)
    return known
  }
  return {
    graph: board.graph,
    project: board.project,
    canEdit: board.canEdit,
    node(id: NodeId) {
      const record = board.node(id)
      return record === undefined ? undefined : seen(record)
    },
    nodes: () => (folds.get().size === 0 ? board.nodes() : Array.from(board.nodes(), seen)),
  }
}
