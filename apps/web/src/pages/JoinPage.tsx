import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Person } from '../api/identity/whoami.ts'
import { acceptInvitation, type InvitationPreview, previewInvitation } from '../api/invitations.ts'
import { pageConfig } from '../api/session/page-config.ts'
import {
  buildJoinPath,
  forgetInvitation,
  readPendingInvitation,
  rememberInvitation,
} from '../api/session/pending-sign-in.ts'
import { auth, useAuth } from '../api/session/session.ts'
import { useNavigate, useParams } from '../platform/router.tsx'
import { useLogOut } from '../shared/use-log-out.ts'
import { joinTexts as texts } from '../texts/join.ts'
import { emphasizeUserData, withElements } from '../texts/with-elements.tsx'
import { Button, Link } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Page, PageSkeleton, RetryPage } from '../ui/Page.tsx'
import { FormMessage } from '../ui/form/Form.tsx'
import styles from './JoinPage.module.css'

type InvitationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  /** Unknown, used up, expired or revoked. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'open'; readonly preview: InvitationPreview }

function useInvitation(token: string) {
  const [state, setState] = useState<InvitationState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isLeft = false
    const load = async () => {
      const answer = await previewInvitation(token)
      if (isLeft) return
      if (!answer.ok) setState({ kind: answer.code === 'NOT_FOUND' ? 'gone' : 'failed' })
      else setState(answer.value === null ? { kind: 'gone' } : { kind: 'open', preview: answer.value })
    }
    if (attempt >= 0) void load()
    return () => {
      isLeft = true
    }
  }, [token, attempt])
  const markGone = useCallback(() => setState({ kind: 'gone' }), [])
  const retry = () => {
    setState({ kind: 'loading' })
    setAttempt(attempt + 1)
  }
  return { state, markGone, retry }
}

/** Says who invites to which project, and makes the person a member of it. */
export function JoinPage() {
  const { token = '' } = useParams()
  return <LoadedInvitation key={token} token={token} />
}

function LoadedInvitation({ token }: { readonly token: string }) {
  const { state, markGone, retry } = useInvitation(token)
  const visitor = useAuth()
  switch (state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'failed':
      return <RetryPage onRetry={retry} />
    case 'gone':
      return <InvitationGone />
    case 'open':
      return (
        <InvitationPage preview={state.preview}>
          {visitor.kind === 'person' ? (
            <JoinAsPerson token={token} preview={state.preview} person={visitor.person} onGone={markGone} />
          ) : (
            <SignInToJoin token={token} preview={state.preview} />
          )}
        </InvitationPage>
      )
  }
}

const InvitationGone = () => (
  <Page title={texts.gone} lead={texts.goneLead} width="narrow" isAlone>
    <div>
      <Link to="/" variant="primary">
        {texts.goHome}
      </Link>
    </div>
  </Page>
)

interface InvitationPageProps {
  readonly preview: InvitationPreview
  readonly children: ReactNode
}

function InvitationPage({ preview: { invitedBy, projectTitle, role, email }, children }: InvitationPageProps) {
  return (
    <Page
      title={texts.title}
      heading={withElements(texts.heading(invitedBy, projectTitle), {
        who: emphasizeUserData,
        project: emphasizeUserData,
      })}
      lead={role === 'editor' ? texts.role.editor : texts.role.viewer}
      width="narrow"
    >
      <Card className={styles.card}>
        {email !== null && <p>{withElements(texts.forAddress(email), { email: emphasizeUserData })}</p>}
        {children}
      </Card>
    </Page>
  )
}

interface SignInToJoinProps {
  readonly token: string
  readonly preview: InvitationPreview
}

const rememberPreview = (token: string, { projectTitle, invitedBy, email }: InvitationPreview): void =>
  rememberInvitation({ token, projectTitle, invitedBy, email })

function SignInToJoin({ token, preview }: SignInToJoinProps) {
  const query = `?next=${encodeURIComponent(buildJoinPath(token))}`
  const remember = () => rememberPreview(token, preview)
  return (
    <div className={styles.actions}>
      <Link to={`/register${query}`} variant="primary" onClick={remember}>
        {texts.signUp}
      </Link>
      <Link to={`/login${query}`} variant="secondary" onClick={remember}>
        {texts.logIn}
      </Link>
    </div>
  )
}

/** Accepts the invitation and opens the project. */
function useJoin(token: string, onGone: () => void) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const join = useCallback(async () => {
    setBusy(true)
    setError('')
    const answer = await acceptInvitation(token)
    if (answer.ok) {
      // In a private beta the invitation also approves the account.
      await auth.check()
      navigate(`/tree/${encodeURIComponent(answer.value)}`, { replace: true })
      return
    }
    setBusy(false)
    if (answer.code === 'NOT_FOUND') onGone()
    else if (!answer.isReported) setError(answer.message)
  }, [token, onGone, navigate])
  return { isBusy, error, join }
}

interface JoinAsPersonProps extends SignInToJoinProps {
  readonly person: Person
  onGone(): void
}

function JoinAsPerson({ token, preview, person, onGone }: JoinAsPersonProps) {
  const { isBusy, error, join } = useJoin(token, onGone)
  const logOut = useLogOut()
  const hasArrived = useRef(false)
  useEffect(() => {
    // Later, an invitation is remembered for another account, which must not be accepted for this one.
    if (hasArrived.current) return
    hasArrived.current = true
    if (readPendingInvitation()?.token !== token) return
    // The person asked to join before signing in. If it fails now, they decide whether to try again.
    forgetInvitation()
    void join()
  }, [token, join])
  const changeAccount = async () => {
    rememberPreview(token, preview)
    await logOut()
    // The session could not be ended: nothing must be accepted for this account.
    if (auth.get().kind === 'person') forgetInvitation()
  }
  const isUnverified = pageConfig().features.verifyEmail === true && person.unverifiedEmail !== undefined
  return (
    <>
      {error !== '' && <FormMessage tone="error" text={error} />}
      <div className={styles.actions}>
        <Button variant="primary" isBusy={isBusy} onClick={() => void join()}>
          {texts.join}
        </Button>
        {error !== '' && isUnverified && (
          <Link to="/verification" variant="secondary" onClick={() => rememberPreview(token, preview)}>
            {texts.verifyEmail}
          </Link>
        )}
      </div>
      <div className={styles.actions}>
        <span className={styles.account}>
          {withElements(texts.loggedInAs(person.email), { email: emphasizeUserData })}
        </span>
        <Button variant="quiet" size="small" onClick={() => void changeAccount()}>
          {texts.otherAccount}
        </Button>
      </div>
    </>
  )
}
