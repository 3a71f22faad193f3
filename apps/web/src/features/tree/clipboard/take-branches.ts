import type { NodeId } from '@espalier/domain'
import type { NewPlace } from '../../../data/board/board.ts'
import { loadedLater, notLoadedText } from '../../../platform/code-parts.ts'
import { isMade, namesOf } from '../workbench/acting.ts'
import { neighbourAfterDelete } from '../workbench/neighbour-after-delete.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { copiedBranches, countNodes, topmostOf } from './copied-branches.ts'
import { type Carried, carriedOf } from './carried.ts'

const loadPasted = loadedLater(() => import('./pasted.ts'))

/** What the clipboard is about to carry, and which nodes it was taken from. */
export interface Copy {
  readonly ids: readonly NodeId[]
  readonly count: number
  readonly carried: Carried
}

/** The selected branches, the node included if it is not part of the selection; null: there is nothing to copy. */
export function copyOf(bench: Workbench, nodeId: NodeId | null): Copy | null {
  const { ids } = bench.selection.get()
  const meant = nodeId === null || ids.has(nodeId) ? ids : new Set([nodeId])
  const topmost = topmostOf(bench.board, meant)
  const branches = copiedBranches(bench.board, topmost)
  if (branches.length === 0) return null
  return { ids: topmost, count: countNodes(branches), carried: carriedOf(branches) }
}

export const announceCopy = ({ stage }: Workbench, { count }: Copy): void =>
  stage.announce(`Copied ${nodesText(count)}`)

/** Takes away what the clipboard now has. */
export function cutAway(bench: Workbench, { ids }: Copy): void {
  const current = bench.selection.get().current ?? ids[0] ?? ''
  const next = neighbourAfterDelete(bench, current, ids)
  const said = `Cut ${namesOf(bench, ids)}`
  if (!isMade(bench, bench.board.edits.deleteBranches(ids))) return
  bench.selection.set({ ids: new Set(next === null ? [] : [next]), current: next })
  if (next !== null) bench.stage.focus(next)
  bench.stage.announce(said)
}

/** Below this node, or as roots. What came is selected. */
export async function pasteBelow(bench: Workbench, nodeId: NodeId | null, carried: Carried): Promise<void> {
  const { board, stage, selection } = bench
  if (!board.canEdit.get()) return
  // What reads a clipboard, and cleans what it holds, is loaded with the first paste.
  const loaded = await loadPasted().catch(() => null)
  if (loaded === null) return bench.say(notLoadedText, 'failed')
  const pasted = loaded.pastedFrom(carried)
  if (!pasted.ok) return bench.say(pasted.reason, 'failed')
  if (pasted.value.length === 0) return
  const parent = nodeId === null ? undefined : board.node(nodeId)
  const place: NewPlace = parent === undefined ? { kind: 'root' } : { kind: 'child', parentId: parent.id }
  const inserted = board.edits.group(() => {
    const made = board.edits.insertBranches(place, pasted.value)
    // Pasted into a folded branch, it would be nowhere to be seen.
    if (made.ok && parent?.hideChildren === true) board.edits.change(parent.id, { hideChildren: false })
    return made
  })
  if (!isMade(bench, inserted)) return
  const [first] = inserted.value
  if (first === undefined) return
  selection.set({ ids: new Set(inserted.value), current: first })
  stage.focus(first)
  stage.announce(`Pasted ${nodesText(countNodes(pasted.value))}`)
}

const nodesText = (count: number): string => (count === 1 ? '1 node' : `${count} nodes`)
