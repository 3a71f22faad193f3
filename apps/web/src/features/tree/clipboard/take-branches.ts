import type { NodeId } from '@espalier/domain'
import type { NewPlace } from '../../../data/board/board.ts'
import { registerForPreload, codeNotLoadedText } from '../../../platform/code-parts.ts'
import { acceptedOrNotify, describeNodes } from '../workbench/acting.ts'
import { findNeighborAfterDelete } from '../workbench/neighbour-after-delete.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { copyBranches, countBranchNodes, findTopmostNodes } from './copied-branches.ts'
import { type ClipboardPayload, toClipboardPayload } from './carried.ts'

const loadPasteReader = registerForPreload(() => import('./pasted.ts'))

/** What the clipboard is about to carry, and which nodes it was taken from. */
export interface CopiedNodes {
  readonly ids: readonly NodeId[]
  readonly count: number
  readonly payload: ClipboardPayload
}

/** The selected branches, the node included if it is not part of the selection; null: there is nothing to copy. */
export function copySelectedNodes(workspace: ProjectWorkspace, nodeId: NodeId | null): CopiedNodes | null {
  const { ids } = workspace.selection.get()
  const meant = nodeId === null || ids.has(nodeId) ? ids : new Set([nodeId])
  const topmost = findTopmostNodes(workspace.board, meant)
  const branches = copyBranches(workspace.board, topmost)
  if (branches.length === 0) return null
  return { ids: topmost, count: countBranchNodes(branches), payload: toClipboardPayload(branches) }
}

export const announceCopied = ({ map }: ProjectWorkspace, { count }: CopiedNodes): void =>
  map.announce(`Copied ${formatNodeCount(count)}`)

/** Takes away what the clipboard now has. */
export function deleteCutNodes(workspace: ProjectWorkspace, { ids }: CopiedNodes): void {
  const current = workspace.selection.get().current ?? ids[0] ?? ''
  const next = findNeighborAfterDelete(workspace, current, ids)
  const said = `Cut ${describeNodes(workspace, ids)}`
  if (!acceptedOrNotify(workspace, workspace.board.edits.deleteBranches(ids))) return
  workspace.selection.set({ ids: new Set(next === null ? [] : [next]), current: next })
  if (next !== null) workspace.map.focus(next)
  workspace.map.announce(said)
}

/** Below this node, or as roots. What came is selected. */
export async function pasteUnderNode(workspace: ProjectWorkspace, nodeId: NodeId | null, carried: ClipboardPayload): Promise<void> {
  const { board, map, selection } = workspace
  if (!board.canEdit.get()) return
  // What reads a clipboard, and cleans what it holds, is loaded with the first paste.
  const loaded = await loadPasteReader().catch(() => null)
  if (loaded === null) return workspace.notify(codeNotLoadedText, 'failed')
  const pasted = loaded.readPastedBranches(carried)
  if (!pasted.ok) return workspace.notify(pasted.reason, 'failed')
  if (pasted.value.length === 0) return
  const parent = nodeId === null ? undefined : board.node(nodeId)
  const place: NewPlace = parent === undefined ? { kind: 'root' } : { kind: 'child', parentId: parent.id }
  const inserted = board.edits.group(() => {
    const made = board.edits.insertBranches(place, pasted.value)
    // Pasted into a folded branch, it would be nowhere to be seen.
    if (made.ok && parent?.hideChildren === true) board.edits.change(parent.id, { hideChildren: false })
    return made
  })
  if (!acceptedOrNotify(workspace, inserted)) return
  const [first] = inserted.value
  if (first === undefined) return
  selection.set({ ids: new Set(inserted.value), current: first })
  map.focus(first)
  map.announce(`Pasted ${formatNodeCount(countBranchNodes(pasted.value))}`)
}

const formatNodeCount = (count: number): string => (count === 1 ? '1 node' : `${count} nodes`)
