import { projectMenuLabels, getSharingIcon } from '@espalier/domain'
import { openSharing } from '../../../actions/open-sharing.ts'
import type { Board } from '../../../data/board/board.ts'
import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { SharingIcon, sharingIconTexts } from '../../../ui/SharingIcon.tsx'
import styles from './Toolbar.module.css'

export function ShareButton({ board }: { readonly board: Board }) {
  const canEdit = useCell(board.canEdit)
  const icon = getSharingIcon(useCell(board.project, (project) => project.sharing))
  return (
    <Button
      size="small"
      disabled={!canEdit}
      title={sharingIconTexts[icon]}
      aria-label={projectMenuLabels.share}
      onClick={() => openSharing(board.projectId)}
    >
      <SharingIcon icon={icon} size={16} />
      <span className={styles.word}>{projectMenuLabels.share}</span>
    </Button>
  )
}
