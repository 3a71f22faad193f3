import { projectTexts } from '@espalier/domain'
import { type MouseEvent, useState } from 'react'
import { emptyTrash } from '../../data/projects/index.ts'
import { Link } from '../../ui/Link.tsx'
import { formatListAddress } from './list-place.ts'
import { toastApiFailure } from './project-intents.ts'
import styles from './ProjectsPage.module.css'

interface TrashNoticeProps {
  readonly hasItems: boolean
  readonly ask: (question: string) => Promise<boolean>
}

export function TrashNotice({ hasItems, ask }: TrashNoticeProps) {
  const [isBusy, setBusy] = useState(false)
  const empty = async () => {
    if (isBusy || !(await ask(projectTexts.confirmEmptyTrash))) return
    setBusy(true)
    const answer = await emptyTrash()
    setBusy(false)
    if (!answer.ok) toastApiFailure(answer.failure)
  }
  return (
    <p className={styles.notice}>
      {projectTexts.trashNotice}{' '}
      {hasItems && (
        <Link
          to={formatListAddress({ filter: 'trash', search: '' })}
          aria-busy={isBusy || undefined}
          onClick={(event: MouseEvent) => {
            event.preventDefault()
            void empty()
          }}
        >
          {projectTexts.emptyTrash}
        </Link>
      )}
    </p>
  )
}
