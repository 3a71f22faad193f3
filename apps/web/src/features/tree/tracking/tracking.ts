import type { NodeId } from '@espalier/domain'
import type { Board } from '../../../data/board/board.ts'
import { fetchTrackerSync, type TrackerSync } from '../../../data/tracking/index.ts'
import { type Cell, createCell, type WritableCell } from '../../../platform/cell.ts'

const trackerSyncCells = new WeakMap<Board, WritableCell<TrackerSync | null>>()

/** What is known of the sync of a project; null: nothing yet. */
export function getTrackerSync(board: Board): Cell<TrackerSync | null> {
  return getTrackerSyncCell(board)
}

function getTrackerSyncCell(board: Board): WritableCell<TrackerSync | null> {
  const known = trackerSyncCells.get(board) ?? createCell<TrackerSync | null>(null)
  trackerSyncCells.set(board, known)
  return known
}

export const findSyncProblem = (tracking: TrackerSync | null, id: NodeId): string | null =>
  tracking?.nodes.find(({ nodeId }) => nodeId === id)?.reason ?? null

const idlePollMs = 15_000
/** While something is on its way. */
const busyPollMs = 2_000

/** Keeps it up to date for as long as somebody looks: soon after a change, and once in a while. */
export function pollTrackerSync(board: Board): () => void {
  const cell = getTrackerSyncCell(board)
  let timer = 0
  let isStopped = false
  const later = (ms: number): void => {
    window.clearTimeout(timer)
    if (!isStopped) timer = window.setTimeout(() => void look(), ms)
  }
  const look = async (): Promise<void> => {
    const found = document.hidden ? cell.get() : await fetchTrackerSync(board.projectId)
    if (isStopped) return
    cell.set(found)
    later(found === null || found.waiting === 0 ? idlePollMs : busyPollMs)
  }
  const stopListening = board.listen(() => later(busyPollMs))
  void look()
  return () => {
    isStopped = true
    window.clearTimeout(timer)
    stopListening()
    cell.set(null)
  }
}
