import type { NodeId } from '@espalier/domain'
import type { Board } from '../../../data/board/board.ts'
import { fetchTracking, type Tracking } from '../../../data/tracking/index.ts'
import { type Cell, createCell, type WritableCell } from '../../../platform/cell.ts'

const cells = new WeakMap<Board, WritableCell<Tracking | null>>()

/** What is known of the sync of a project; null: nothing yet. */
export function trackingOf(board: Board): Cell<Tracking | null> {
  return cellOf(board)
}

function cellOf(board: Board): WritableCell<Tracking | null> {
  const known = cells.get(board) ?? createCell<Tracking | null>(null)
  cells.set(board, known)
  return known
}

export const reasonOf = (tracking: Tracking | null, id: NodeId): string | null =>
  tracking?.nodes.find(({ nodeId }) => nodeId === id)?.reason ?? null

const restMs = 15_000
/** While something is on its way. */
const busyMs = 2_000

/** Keeps it up to date for as long as somebody looks: soon after a change, and once in a while. */
export function followTracking(board: Board): () => void {
  const cell = cellOf(board)
  let timer = 0
  let isStopped = false
  const later = (ms: number): void => {
    window.clearTimeout(timer)
    if (!isStopped) timer = window.setTimeout(() => void look(), ms)
  }
  const look = async (): Promise<void> => {
    const found = document.hidden ? cell.get() : await fetchTracking(board.projectId)
    if (isStopped) return
    cell.set(found)
    later(found === null || found.waiting === 0 ? restMs : busyMs)
  }
  const stopListening = board.listen(() => later(busyMs))
  void look()
  return () => {
    isStopped = true
    window.clearTimeout(timer)
    stopListening()
    cell.set(null)
  }
}
