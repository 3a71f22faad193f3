import { toExcerpt, toPlainText } from '@espalier/domain'
import type { UnsavedText } from '../../../data/board/board.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { acceptedOrNotify, getPlainTitle } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { copyUnsavedText } from './tell-deleted.ts'

/** Keeps a text that could not be stored on this device, and says so. It can be copied at once. */
export function reportUnsavedText(workspace: ProjectWorkspace, typed: Omit<UnsavedText, 'title'>, reason: string): void {
  const title = getPlainTitle(workspace, typed.nodeId)
  const isKept = workspace.board.unsavedTexts.keep({ ...typed, title })
  const text = toPlainText(typed.html)
  const where = isKept ? ' It is kept on this device.' : ''
  toast.error(`${reason}. Your text for “${title}” was not saved: ${toExcerpt(text)}${where}`, {
    isPersistent: true,
    action: { label: 'Copy my text', run: () => void copyUnsavedText(text) },
  })
}

/** Offers the texts that could not be stored when they were typed. */
export function offerUnsavedTexts(workspace: ProjectWorkspace): () => void {
  const offerAll = () => {
    if (workspace.board.canEdit.get()) for (const unsaved of workspace.board.unsavedTexts.all()) offerUnsavedText(workspace, unsaved)
  }
  const stop = workspace.board.canEdit.subscribe(offerAll)
  offerAll()
  return stop
}

function offerUnsavedText(workspace: ProjectWorkspace, { nodeId, field, html, title }: UnsavedText): void {
  const { board } = workspace
  const text = toPlainText(html)
  const node = board.node(nodeId)
  if (text === '' || node?.[field] === html) return board.unsavedTexts.forget(nodeId, field)
  const copyIt = () => {
    void copyUnsavedText(text)
    board.unsavedTexts.forget(nodeId, field)
  }
  const restore = () => void acceptedOrNotify(workspace, board.edits.change(nodeId, { [field]: html }))
  toast.warning(`Your text for “${toPlainText(title)}” was not saved before: ${toExcerpt(text)}`, {
    isPersistent: true,
    action: node === undefined ? { label: 'Copy my text', run: copyIt } : { label: 'Restore my text', run: restore },
  })
}
