import { useEffect, useState } from 'react'
import { fetchViewersMayComment, setViewersMayComment } from '../api/comment-settings.ts'
import { toastApiFailure } from '../shared/toast-api-failure.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { useOptimisticChoice } from './use-sharing.ts'
import styles from './sharing.module.css'

/** For those who can edit the project. It is not shown until the setting is known. */
export function ViewersMayComment({ projectId }: { readonly projectId: string }) {
  const [stored, setStored] = useState<boolean | null>(null)
  useEffect(() => {
    let isLeft = false
    void fetchViewersMayComment(projectId).then((isAllowed) => {
      if (!isLeft) setStored(isAllowed)
    })
    return () => {
      isLeft = true
    }
  }, [projectId])
  const { shown, isSending, choose } = useOptimisticChoice(stored, async (isAllowed) => {
    const answer = await setViewersMayComment(projectId, isAllowed === true)
    if (answer.ok) setStored(answer.value)
    else toastApiFailure(answer)
  })
  if (shown === null) return null
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={shown}
        aria-busy={isSending || undefined}
        onChange={(event) => void choose(event.target.checked)}
      />
      {shareDialogTexts.viewersMayComment}
    </label>
  )
}
