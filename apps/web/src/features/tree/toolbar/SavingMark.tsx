import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useEffect } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'

/** Whether what was edited is stored; offline, a click tries again. Whoever may not edit has nothing stored. */
export function SavingMark({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const saving = useCell(workspace.board.saving)
  const canEdit = useCell(workspace.board.canEdit)
  const isOffline = saving.kind === 'offline'
  useEffect(() => {
    if (isOffline) workspace.map.announce(canEdit ? 'Offline. Your changes are kept and sent later.' : 'Offline')
  }, [workspace, isOffline, canEdit])
  if (!canEdit && !isOffline) return null
  switch (saving.kind) {
    case 'offline':
      return (
        <Button size="small" variant="danger" title="Try again now" onClick={() => workspace.board.tryAgain()}>
          <CloudAlert size={16} aria-hidden="true" />
          {saving.changes === 0 ? 'Offline' : `Offline, ${formatChangeCount(saving.changes)}`}
        </Button>
      )
    case 'saving':
      return (
        <span className={styles.saving} title="Saving">
          <CloudUpload size={16} aria-hidden="true" />
          <span className={styles.word}>Saving</span>
        </span>
      )
    case 'saved':
      return (
        <span className={styles.saving} title="Saved">
          <CloudCheck size={16} aria-hidden="true" />
          <span className={styles.word}>Saved</span>
        </span>
      )
  }
}

const formatChangeCount = (changes: number): string => (changes === 1 ? '1 change' : `${changes} changes`)
