import { excerptOf, plainTextOf } from '@espalier/domain'
import type { UnsavedText } from '../../../data/board/board.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { isMade, titleOf } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { copyTyped } from './tell-deleted.ts'

/** Keeps a text that could not be stored on this device, and says so. It can be copied at once. */
export function reportUnsaved(bench: Workbench, typed: Omit<UnsavedText, 'title'>, reason: string): void {
  const title = titleOf(bench, typed.nodeId)
  const isKept = bench.board.unsavedTexts.keep({ ...typed, title })
  const text = plainTextOf(typed.html)
  const where = isKept ? ' It is kept on this device.' : ''
  toast.error(`${reason}. Your text for “${title}” was not saved: ${excerptOf(text)}${where}`, {
    isPersistent: true,
    action: { label: 'Copy my text', run: () => void copyTyped(text) },
  })
}

/** Offers the texts that could not be stored when they were typed. */
export function offerUnsaved(bench: Workbench): () => void {
  const offerAll = () => {
    if (bench.board.canEdit.get()) for (const unsaved of bench.board.unsavedTexts.all()) offer(bench, unsaved)
  }
  const stop = bench.board.canEdit.subscribe(offerAll)
  offerAll()
  return stop
}

function offer(bench: Workbench, { nodeId, field, html, title }: UnsavedText): void {
  const { board } = bench
  const text = plainTextOf(html)
  const node = board.node(nodeId)
  if (text === '' || node?.[field] === html) return board.unsavedTexts.forget(nodeId, field)
  const copyIt = () => {
    void copyTyped(text)
    board.unsavedTexts.forget(nodeId, field)
  }
  const restore = () => void isMade(bench, board.edits.change(nodeId, { [field]: html }))
  toast.warning(`Your text for “${plainTextOf(title)}” was not saved before: ${excerptOf(text)}`, {
    isPersistent: true,
    action: node === undefined ? { label: 'Copy my text', run: copyIt } : { label: 'Restore my text', run: restore },
  })
}
