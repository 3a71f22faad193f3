import { projectMenuLabels, projectTexts, toPlainText } from '@espalier/domain'
import Eye from 'lucide-react/icons/eye'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { updateProject } from '../../api/projects.ts'
import { useCell } from '../../platform/cell.ts'
import { copyText } from '../../platform/clipboard.ts'
import { readOnlyTexts as texts } from '../../texts/read-only-notice.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toasts.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { ReadOnlyReason } from './read-only-reason.ts'
import styles from './ReadOnlyNotice.module.css'

export interface ReadOnlyNoticeProps {
  readonly workspace: ProjectWorkspace
  readonly reason: ReadOnlyReason
  /** For a person who could edit until now: closes the title editor and returns its unsaved text. */
  readonly takeTypedText: (() => string | null) | null
  readonly canUndelete: boolean
}

/** Shows in a corner of the canvas why nothing can be edited. */
export function ReadOnlyNotice({ workspace, reason, takeTypedText, canUndelete }: ReadOnlyNoticeProps) {
  const typedText = useRef(takeTypedText)
  useEffect(() => {
    if (typedText.current !== null) showRightLostToast(reason, typedText.current())
  }, [reason])
  if (reason === 'trash') return <TrashNotice workspace={workspace} canUndelete={canUndelete} />
  return (
    <p className={styles.notice} title={texts.reasons[reason]}>
      <Eye size={16} aria-hidden="true" />
      {texts.viewOnly}
    </p>
  )
}

function TrashNotice({ workspace: { client }, canUndelete }: Pick<ReadOnlyNoticeProps, 'workspace' | 'canUndelete'>) {
  const title = useCell(client.project, (project) => toPlainText(project.title))
  const [isBusy, setBusy] = useState(false)
  const undelete = async () => {
    setBusy(true)
    const answer = await updateProject(client.projectId, { status: 'active' })
    setBusy(false)
    if (answer.ok) toast.success(projectTexts.restored(title))
    else if (!answer.isReported) toast.error(answer.message, { isPersistent: true })
  }
  return (
    <output className={styles.notice}>
      <Trash size={16} aria-hidden="true" />
      {texts.inTrash}
      {canUndelete && (
        <Button size="small" isBusy={isBusy} onClick={() => void undelete()}>
          {projectMenuLabels.undelete}
        </Button>
      )}
    </output>
  )
}

/** Tells a person that they may no longer edit. Their unsaved text is shown and can be copied. */
function showRightLostToast(reason: ReadOnlyReason, typed: string | null): void {
  const notice = texts.rightLost[reason]
  if (typed === null) return toast.warning(notice, { isPersistent: true })
  toast.warning(texts.typedTextLost(notice, typed), {
    isPersistent: true,
    action: { label: texts.copyMyText, run: () => void copyTypedText(typed) },
  })
}

async function copyTypedText(text: string): Promise<void> {
  if (await copyText(text)) toast.success(texts.copied)
  else toast.error(texts.notCopied)
}
