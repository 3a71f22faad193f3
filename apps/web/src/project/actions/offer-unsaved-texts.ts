import { toExcerpt, toPlainText } from '@espalier/domain'
import type { UnsavedText } from '@espalier/sync'
import { editNoticeTexts as texts } from '../../texts/edit-notices.ts'
import { toast } from '../../ui/Toasts.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { acceptedOrNotify } from './action.ts'
import { copyUnsavedText } from './edit-notices.ts'

/** Offers the texts that could not be saved when they were typed. */
export function offerUnsavedTexts(workspace: ProjectWorkspace): () => void {
  const offerAll = () => {
    if (workspace.client.canEdit.get())
      for (const unsaved of workspace.client.unsavedTexts.all()) offerUnsavedText(workspace, unsaved)
  }
  const stop = workspace.client.canEdit.subscribe(offerAll)
  offerAll()
  return stop
}

function offerUnsavedText(workspace: ProjectWorkspace, { nodeId, field, html, title }: UnsavedText): void {
  const { client } = workspace
  const text = toPlainText(html)
  const node = client.node(nodeId)
  if (text === '' || node?.[field] === html) return client.unsavedTexts.forget(nodeId, field)
  const copyIt = () => {
    void copyUnsavedText(text)
    client.unsavedTexts.forget(nodeId, field)
  }
  const restore = () => void acceptedOrNotify(workspace, client.edits.change(nodeId, { [field]: html }))
  toast.warning(texts.notSavedEarlier(toPlainText(title), toExcerpt(text)), {
    isPersistent: true,
    action:
      node === undefined ? { label: texts.copyMyText, run: copyIt } : { label: texts.restoreMyText, run: restore },
  })
}
