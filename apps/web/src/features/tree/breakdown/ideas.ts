import type { NodeId } from '@espalier/domain'
import type { Board, BoardChange } from '../../../data/board/board.ts'
import { type Cell, createCell } from '../../../platform/cell.ts'
import { randomId } from '../../../platform/random-id.ts'

export interface IdeasShown {
  /** Those that are there, in the order in which they came. */
  readonly ids: readonly NodeId[]
  /** More may come. */
  readonly isRunning: boolean
}

/** What was made of one node, for whoever asked. All of it is one undo step. */
export interface Ideas {
  readonly nodeId: NodeId
  readonly shown: Cell<IdeasShown>
  /** True: it is gone. */
  drop(id: NodeId): boolean
  /** The answer names them all; some may still be on their way here. */
  finish(ids: readonly NodeId[]): void
  /** They are looked at no longer; what is on its way still belongs to them. */
  keep(): void
}

export function gatherIdeas(board: Board, nodeId: NodeId, onCome: (id: NodeId) => void): Ideas {
  const key = `ideas ${randomId()}`
  const shown = createCell<IdeasShown>({ ids: [], isRunning: true })
  const known = new Set<NodeId>()
  let expected: ReadonlySet<NodeId> = new Set()
  let isKept = false
  const isThere = (id: NodeId): boolean => board.node(id) !== undefined
  const show = (next: Partial<IdeasShown>): void => shown.set({ ...shown.get(), ...next })
  const take = (ids: readonly NodeId[]): void => {
    const fresh = ids.filter((id) => !known.has(id) && isThere(id))
    if (fresh.length === 0) return
    for (const id of fresh) known.add(id)
    board.edits.adopt(fresh, key)
    show({ ids: [...shown.get().ids, ...fresh] })
    fresh.forEach(onCome)
  }
  const look = ({ ids, origin }: BoardChange): void => {
    const isMade = (id: NodeId): boolean => origin === 'made' && board.node(id)?.parentIds[0] === nodeId
    take(ids.filter((id) => expected.has(id) || isMade(id)))
    const { ids: before } = shown.get()
    if (!before.every(isThere)) show({ ids: before.filter(isThere) })
    endIfDone()
  }
  const stop = board.listen(look)
  const endIfDone = (): void => {
    if (isKept && !shown.get().isRunning && [...expected].every((id) => known.has(id))) stop()
  }
  return {
    nodeId,
    shown,
    drop: (id) => board.edits.deleteBranches([id], key).ok,
    finish(ids) {
      expected = new Set(ids)
      take(ids)
      show({ isRunning: false })
      endIfDone()
    },
    keep() {
      isKept = true
      endIfDone()
    },
  }
}
