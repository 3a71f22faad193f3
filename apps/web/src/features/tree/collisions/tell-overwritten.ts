import { toPlainText } from '@espalier/domain'
import type { Overwritten } from '@espalier/replica'
import { toast } from '../../../ui/toasts/toast.ts'
import { acceptedOrNotify, getPlainTitle } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

/** Says that somebody else's text has taken the place of mine, and offers mine back. */
export function notifyOverwrittenTexts(workspace: ProjectWorkspace): () => void {
  return workspace.board.onOverwritten((lost) =>
    toast.warning(describeOverwrittenText(workspace, lost), {
      isPersistent: true,
      action: { label: 'Restore my text', run: () => restoreOwnText(workspace, lost) },
    }),
  )
}

function describeOverwrittenText(workspace: ProjectWorkspace, { id, field, mine, theirs }: Overwritten): string {
  if (field === 'title') return `Someone else renamed “${toPlainText(mine)}” to “${toPlainText(theirs)}”`
  return `Someone else changed your description of “${getPlainTitle(workspace, id)}”`
}

function restoreOwnText(workspace: ProjectWorkspace, { id, field, mine }: Overwritten): void {
  const fields = field === 'title' ? { title: mine } : { body: mine }
  if (acceptedOrNotify(workspace, workspace.board.edits.change(id, fields))) workspace.map.announce('Your text is back')
}
