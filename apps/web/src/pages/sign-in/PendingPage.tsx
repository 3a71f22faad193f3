import { useEffect } from 'react'
import { useAccess } from '../../api/account/access.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { auth, useAuth } from '../../api/session/session.ts'
import { createCell, useCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { acceptInviteAndReport } from './finish-sign-in.ts'
import styles from './PendingPage.module.css'

export function PendingPage() {
  const access = useAccess()
  const isIn = access.kind === 'known' && access.hasAccess
  return (
    <Page title={isIn ? 'Account approved' : 'Account pending'} heading="Thanks for applying" width="narrow">
      <Card className={styles.card}>{isIn ? <Approved /> : <Waiting />}</Card>
    </Page>
  )
}

function Approved() {
  return (
    <>
      <p>Your account is no longer pending: all of {pageConfig().productName} is open to you.</p>
      <Link to="/projects" variant="primary">
        Go to my projects
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
  const { features } = pageConfig()
  return (
    <>
      <p>
        Your account is pending. {pageConfig().productName} is in private beta, and we let people in step by step. We
        will send an e-mail to <strong>{email}</strong> as soon as it is approved.
      </p>
      <div className={styles.ways}>
        <Button
          onClick={() => {
            lastCheck.set({ email, atMs: clock.now() })
            auth.clear()
          }}
        >
          Check again
        </Button>
        {features.billing !== 'none' && (
          <Link to="/pricing" variant="quiet">
            Start a Free Trial
          </Link>
        )}
      </div>
      <output className={styles.checked}>
        {checked?.email === email && `Checked at ${timeFormat.format(checked.atMs)}: your account is still pending.`}
      </output>
    </>
  )
}
