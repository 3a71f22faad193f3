import { projectTexts } from '@espalier/domain'
import { useEffect } from 'react'
import { useAccess } from '../../api/account/access.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { auth, useAuth } from '../../api/session/session.ts'
import { createCell, useCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { statusPageTexts } from '../../texts/status-pages.ts'
import { emphasizeUserData, withElements } from '../../texts/with-elements.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { acceptInviteAndReport } from './finish-sign-in.ts'
import styles from './PendingPage.module.css'

export function PendingPage() {
  const access = useAccess()
  const isIn = access.kind === 'known' && access.hasAccess
  const texts = statusPageTexts.pending
  return (
    <Page title={isIn ? texts.approvedTitle : texts.title} heading={texts.heading} width="narrow">
      <Card className={styles.card}>{isIn ? <Approved /> : <Waiting />}</Card>
    </Page>
  )
}

function Approved() {
  return (
    <>
      <p>{statusPageTexts.pending.approved}</p>
      <Link to="/projects" variant="primary">
        {statusPageTexts.pending.goToProjects}
      </Link>
    </>
  )
}

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/**
 * Records when the person last checked for approval. It lives outside the component, because every check remounts the
 * page.
 */
const lastCheck = createCell<{ readonly email: string; readonly atMs: number } | null>(null)

function Waiting() {
  const state = useAuth()
  const checked = useCell(lastCheck)
  useEffect(() => void acceptInviteAndReport(), [])
  const email = state.kind === 'person' ? state.person.email : ''
  const { features, productName } = pageConfig()
  const texts = statusPageTexts.pending
  return (
    <>
      <p>
        {withElements(texts.explanation(productName, email), {
          email: emphasizeUserData,
        })}
      </p>
      <div className={styles.ways}>
        <Button
          onClick={() => {
            lastCheck.set({ email, atMs: clock.now() })
            auth.clear()
          }}
        >
          {texts.checkAgain}
        </Button>
        {features.billing !== 'none' && (
          <Link to="/pricing" variant="quiet">
            {projectTexts.startTrial}
          </Link>
        )}
      </div>
      <output className={styles.checked}>
        {checked?.email === email && texts.checked(timeFormat.format(checked.atMs))}
      </output>
    </>
  )
}
