import { toExcerpt, toPlainText } from '@espalier/domain'
import type { Overwritten, RejectedEdit, UnsavedText } from '@espalier/sync'
import { copyText } from '../../platform/clipboard.ts'
import { editNoticeTexts } from '../../texts/edit-notices.ts'
import { toast } from '../../ui/Toasts.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { acceptedOrNotify, getPlainTitle } from './action.ts'

/** Shows a notice of the workspace; an error stays until it is closed. */
export const showNotice: ProjectWorkspace['notify'] = (text, kind = 'said') =>
  kind === 'failed' ? toast.error(text, { isPersistent: true }) : toast.success(text)

/** Reports that the edited node was deleted. The typed text is shown and can be copied. */
export function notifyNodeDeleted(title: string, typed: string | null): void {
  const text = toPlainText(typed ?? '')
  if (text === '') return toast.warning(editNoticeTexts.nodeDeleted(toPlainText(title)))
  toast.warning(editNoticeTexts.nodeDeletedWithText(toPlainText(title), text), {
    isPersistent: true,
    action: { label: editNoticeTexts.copyMyText, run: () => void copyUnsavedText(text) },
  })
}

export async function copyUnsavedText(text: string): Promise<void> {
  if (await copyText(text)) toast.success(editNoticeTexts.copied)
  else toast.error(editNoticeTexts.notCopied)
}

/** Stores a text on this device that could not be saved, and says so. It can be copied at once. */
export function reportUnsavedText(
  workspace: ProjectWorkspace,
  typed: Omit<UnsavedText, 'title'>,
  reason: string,
): void {
  const title = getPlainTitle(workspace, typed.nodeId)
  const isStored = workspace.client.unsavedTexts.store({ ...typed, title })
  const text = toPlainText(typed.html)
  const describe = isStored ? editNoticeTexts.notSavedButStored : editNoticeTexts.notSaved
  toast.error(describe(reason, title, toExcerpt(text)), {
    isPersistent: true,
    action: { label: editNoticeTexts.copyMyText, run: () => void copyUnsavedText(text) },
  })
}

/** Reports that somebody else's text replaced the person's own, and offers it back. */
export function notifyOverwrittenTexts(workspace: ProjectWorkspace): () => void {
  return workspace.client.onOverwritten((lost) =>
    toast.warning(describeOverwrittenText(workspace, lost), {
      isPersistent: true,
      action: { label: editNoticeTexts.restoreMyText, run: () => restoreOwnText(workspace, lost) },
    }),
  )
}

function describeOverwrittenText(workspace: ProjectWorkspace, { id, field, mine, theirs }: Overwritten): string {
  if (field === 'title') return editNoticeTexts.renamedByOther(toPlainText(mine), toPlainText(theirs))
  return editNoticeTexts.descriptionChangedByOther(getPlainTitle(workspace, id))
}

function restoreOwnText(workspace: ProjectWorkspace, { id, field, mine }: Overwritten): void {
  const fields = field === 'title' ? { title: mine } : { body: mine }
  if (acceptedOrNotify(workspace, workspace.client.edits.change(id, fields)))
    workspace.map.announce(editNoticeTexts.restored)
}

/** Says why changes were rolled back. It lists them when there are several, or when they were made long before. */
export function notifyRejectedChanges({ client, notify: showNotice }: ProjectWorkspace): () => void {
  let waiting: RejectedEdit[] = []
  return client.onRefused((_text, refused) => {
    waiting.push(refused)
    if (waiting.length > 1) return
    // The rejections of one request are reported together.
    queueMicrotask(() => {
      const all = waiting
      waiting = []
      showNotice(describeRejectedChanges(all), 'failed')
    })
  })
}

function describeRejectedChanges(refused: readonly RejectedEdit[]): string {
  const [first] = refused
  if (first === undefined) return ''
  if (refused.length === 1 && !first.isLate) return first.text
  const lines = refused.map(({ change, text }) => editNoticeTexts.changeWithReason(change, text))
  return [editNoticeTexts.changesNotSaved(refused.length), ...lines].join('\n')
}
