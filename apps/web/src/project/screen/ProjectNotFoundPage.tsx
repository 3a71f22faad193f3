import { projectTexts } from '@espalier/domain'
import { useRef, useState } from 'react'
import { askForAccess } from '../../api/invitations.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { projectNotFoundTexts as texts } from '../../texts/project-not-found.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './ProjectNotFoundPage.module.css'

interface ProjectNotFoundPageProps {
  readonly projectId: string
}

/** Shown to a signed-in person for a project without access, and in the same way for one that does not exist. */
export function ProjectNotFoundPage({ projectId }: ProjectNotFoundPageProps) {
  const notice = useRef<HTMLOutputElement>(null)
  const [request, setRequest] = useState<'none' | 'sending' | 'sent'>('none')
  const ask = async () => {
    setRequest('sending')
    const answer = await askForAccess(projectId)
    setRequest(answer.ok ? 'sent' : 'none')
    // The pressed button is gone.
    if (answer.ok) notice.current?.focus()
    else toastApiFailure(answer)
  }
  return (
    <Page title={projectTexts.notFound} lead={texts.lead} isAlone>
      <output ref={notice} tabIndex={-1}>
        {request === 'sent' && texts.asked}
      </output>
      <div className={styles.actions}>
        {request !== 'sent' && (
          <Button variant="primary" isBusy={request === 'sending'} onClick={() => void ask()}>
            {texts.askForAccess}
          </Button>
        )}
        <Link to="/projects" variant="secondary">
          {texts.goToList}
        </Link>
      </div>
    </Page>
  )
}
