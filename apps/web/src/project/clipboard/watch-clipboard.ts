import type { NodeId } from '@espalier/domain'
import type { NewPlace } from '@espalier/sync'
import { registerForPreload } from '../../platform/code-loading.ts'
import { actionTexts } from '../../texts/actions.ts'
import { frameTexts } from '../../texts/frame.ts'
import { acceptedOrNotify, describeNodes } from '../actions/action.ts'
import { offerUndoOfDeletion } from '../actions/undo-offers.ts'
import { findKeyTarget } from '../keyboard/key-target.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { findNeighborAfterDelete } from '../workspace/tree-order.ts'
import {
  type ClipboardPayload,
  copyBranches,
  countBranchNodes,
  findTopmostNodes,
  toClipboardPayload,
} from './clipboard-payload.ts'

/** Handles the browser's copy, cut and paste while the canvas has the focus; returns a function that stops it. */
export function watchClipboard(workspace: ProjectWorkspace): () => void {
  const copy = (event: ClipboardEvent) => {
    if (!isCanvasClipboardEvent(event) || hasSelectedText()) return
    const isCut = event.type === 'cut'
    const copied = isCut && !workspace.client.canEdit.get() ? null : copySelectedNodes(workspace, null)
    if (copied === null) return
    event.clipboardData?.setData('text/plain', copied.payload.text)
    event.clipboardData?.setData('text/html', copied.payload.html)
    event.preventDefault()
    if (isCut) deleteCutNodes(workspace, copied)
    else announceCopied(workspace, copied)
  }
  const paste = (event: ClipboardEvent) => {
    // In an empty project the focus is on a button that starts it, and there is no node that could have it.
    if (!isCanvasClipboardEvent(event, workspace.client.graph.livingCount === 0)) return
    event.preventDefault()
    const [text, html] = ['text/plain', 'text/html'].map((type) => event.clipboardData?.getData(type) ?? '')
    void pasteUnderNode(workspace, workspace.selection.get().current, { text: text ?? '', html: html ?? '' })
  }
  document.addEventListener('copy', copy)
  document.addEventListener('cut', copy)
  document.addEventListener('paste', paste)
  return () => {
    document.removeEventListener('copy', copy)
    document.removeEventListener('cut', copy)
    document.removeEventListener('paste', paste)
  }
}

function isCanvasClipboardEvent(event: ClipboardEvent, acceptsControls = false): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return false
  return [event.target, document.activeElement]
    .map(findKeyTarget)
    .every(({ kind }) => kind === 'node' || kind === 'ground' || (acceptsControls && kind === 'control'))
}

// If the person has selected text on the page, such as in a description, they want to copy that.
const hasSelectedText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

const loadPasteReader = registerForPreload(() => import('./read-pasted.ts'))

/** The clipboard's new content and the nodes it was copied from. */
interface CopiedNodes {
  readonly ids: readonly NodeId[]
  readonly count: number
  readonly payload: ClipboardPayload
}

/** Copies the selected branches, or the node if it is not selected; null: there is nothing to copy. */
export function copySelectedNodes(workspace: ProjectWorkspace, nodeId: NodeId | null): CopiedNodes | null {
  const { ids } = workspace.selection.get()
  const meant = nodeId === null || ids.has(nodeId) ? ids : new Set([nodeId])
  const topmost = findTopmostNodes(workspace.client, meant)
  const branches = copyBranches(workspace.client, topmost)
  if (branches.length === 0) return null
  return {
    ids: topmost,
    count: countBranchNodes(branches),
    payload: toClipboardPayload(branches, workspace.client.project.get()),
  }
}

export const announceCopied = ({ map }: ProjectWorkspace, { count }: CopiedNodes): void =>
  map.announce(actionTexts.copied(count))

/** Deletes the nodes that were cut. */
export function deleteCutNodes(workspace: ProjectWorkspace, { ids, count }: CopiedNodes): void {
  const current = workspace.selection.get().current ?? ids[0] ?? ''
  const next = findNeighborAfterDelete(workspace, current, ids)
  const announcement = actionTexts.cut(describeNodes(workspace, ids))
  if (!acceptedOrNotify(workspace, workspace.client.edits.deleteBranches(ids))) return
  workspace.selection.set({ ids: new Set(next === null ? [] : [next]), current: next })
  if (next !== null) workspace.map.focus(next)
  workspace.map.announce(announcement)
  offerUndoOfDeletion(workspace, count)
}

/** Pastes below this node, as roots, or at the given place, and selects the result. */
export async function pasteUnderNode(
  workspace: ProjectWorkspace,
  nodeId: NodeId | null,
  carried: ClipboardPayload,
  place?: NewPlace,
): Promise<void> {
  const { client, map, selection } = workspace
  if (!client.canEdit.get()) return
  // The code that reads and sanitizes a clipboard is loaded with the first paste.
  const loaded = await loadPasteReader().catch(() => null)
  if (loaded === null) return workspace.notify(frameTexts.partNotLoaded, 'failed')
  const table = loaded.readPastedTable(carried)
  if (table !== null) {
    const parentId = nodeId !== null && client.node(nodeId) !== undefined ? nodeId : null
    return workspace.dialog.set({ kind: 'import', file: table, nodeId: parentId, isAsked: false })
  }
  const pasted = loaded.readPastedBranches(carried, client.project.get())
  if (!pasted.ok) return workspace.notify(loaded.describePasteFault(pasted.reason), 'failed')
  if (pasted.value.length === 0) return
  const parent = nodeId === null ? undefined : client.node(nodeId)
  const below: NewPlace = parent === undefined ? { kind: 'root' } : { kind: 'child', parentId: parent.id }
  const position = place ?? below
  const wasEmpty = client.graph.livingCount === 0
  const inserted = client.edits.group(() => {
    const made = client.edits.insertBranches(position, pasted.value)
    // Nodes pasted into a folded branch would be invisible.
    if (made.ok && position.kind === 'child' && parent?.hideChildren === true)
      client.edits.change(parent.id, { hideChildren: false })
    return made
  })
  if (!acceptedOrNotify(workspace, inserted)) return
  const [first] = inserted.value
  if (first === undefined) return
  selection.set({ ids: new Set(inserted.value), current: first })
  if (wasEmpty) map.fit()
  map.focus(first)
  map.announce(actionTexts.pasted(countBranchNodes(pasted.value)))
}
