import { projectMenuLabels, sharingIconOf } from '@espalier/domain'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useNavigate } from 'react-router'
import { openSharing } from '../../actions/open-sharing.ts'
import type { ListedProject } from '../../data/projects/index.ts'
import { browser } from '../../platform/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { SharingIcon, sharingIconTexts } from '../../ui/SharingIcon.tsx'
import styles from './TreeBar.module.css'

interface TreeBarProps {
  readonly project: ListedProject
  readonly canShare: boolean
}

export function TreeBar({ project, canShare }: TreeBarProps) {
  const navigate = useNavigate()
  const icon = sharingIconOf(project.sharing)
  const goBack = () => void (browser.hasPast() ? navigate(-1) : navigate('/projects'))
  return (
    <div className={styles.bar}>
      <Button look="quiet" size="small" onClick={goBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        Back
      </Button>
      <Button size="small" disabled={!canShare} title={sharingIconTexts[icon]} onClick={() => openSharing(project.id)}>
        <SharingIcon icon={icon} size={16} />
        {projectMenuLabels.share}
      </Button>
    </div>
  )
}
