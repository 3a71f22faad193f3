import { useState } from 'react'
import { describeLoginError } from '../../api/identity/error-texts.ts'
import { findFlowNode, type Flow, flowMessageIds, isSecondStep } from '../../api/identity/flow.ts'
import { submitWithRenewal } from '../../api/identity/open-flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { isPrivateProjectState, readPendingInvitation } from '../../api/session/pending-sign-in.ts'
import { identityClient } from '../../api/session/identity.ts'
import type { FlowState } from '../../api/session/use-flow.ts'
import { useLocation } from '../../platform/router.tsx'
import { type FlowAttempt, FlowMessages, useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { useLogOut } from '../../shared/use-log-out.ts'
import { signInTexts } from '../../texts/sign-in.ts'
import { emphasizeUserData, linkTo, withElements } from '../../texts/with-elements.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { LazyBoundary, lazyComponent, leaveFallbackShown } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { AuthPage, FlowNotices, SocialButtons } from '../../ui/form/AuthPage.tsx'
import { checkRequiredFields, Form, SubmitButton } from '../../ui/form/Form.tsx'
import { PasswordField, TextField } from '../../ui/form/fields.tsx'
import { IntroductionSlot } from './IntroductionSlot.tsx'
import { hasPasswords, listOfferedProviders, type SignInFlow, useSignInFlow } from './sign-in-flow.ts'

const SecondStep = lazyComponent(async () => (await import('./SecondStep.tsx')).SecondStep)
const PasskeyLogin = lazyComponent(async () => (await import('./PasskeyLogin.tsx')).PasskeyLogin)

interface LoginForm {
  readonly signIn: SignInFlow
  readonly state: FlowState
  readonly attempt: FlowAttempt
  readonly email: string
  readonly password: string
  /** The service knows the account: it asks for a confirmation, or for an account to link to. */
  readonly isEmailFixed: boolean
  /** The query string for the other sign-in page. */
  readonly search: string
  setEmail(value: string): void
  setPassword(value: string): void
  logIn(): void
  signInWith(provider: string): void
  retry(): void
}

function useLogin(): LoginForm {
  const signIn = useSignInFlow('login')
  const { opened, search, handleAnswer: settle, buildRenewal: renewal } = signIn
  const [typed, setTyped] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const attempt = useFlowAttempt({
    handleAnswer: settle,
    findFlow: opened.current,
    describeError: describeLoginError,
    fields: ['identifier', 'password'],
  })
  const flow = opened.state.kind === 'open' ? opened.state.flow : null
  const fixed = flow === null ? null : readFixedEmail(flow)
  const email = fixed ?? typed ?? (flow === null ? '' : readIdentifier(flow))

  const send = (current: Flow) => {
    const identifier = readFixedEmail(current) ?? email.trim()
    return identityClient.submitFlow(current, payloads.loginPayload(current, { identifier, password }))
  }
  return {
    signIn,
    state: opened.state,
    attempt,
    email,
    password,
    isEmailFixed: fixed !== null,
    search,
    setEmail: setTyped,
    setPassword,
    logIn: () => {
      const empty = checkRequiredFields(
        { identifier: email, password },
        { identifier: signInTexts.emailMissing, password: signInTexts.passwordMissing },
      )
      if (empty === null) void attempt.submit('password', send)
      else attempt.showOutcome(empty)
    },
    signInWith: (provider) =>
      void attempt.submit(provider, (flow) =>
        submitWithRenewal(identityClient, flow, payloads.providerPayload(provider), renewal(flow)),
      ),
    retry: () => void opened.renew(null),
  }
}

const readIdentifier = (flow: Flow): string => findFlowNode(flow, 'identifier')?.value ?? ''

const readFixedEmail = (flow: Flow): string | null =>
  findFlowNode(flow, 'identifier')?.type === 'hidden' && readIdentifier(flow) !== '' ? readIdentifier(flow) : null

export function LoginPage() {
  const login = useLogin()
  const { state, attempt, search } = login
  const flow = state.kind === 'open' ? state.flow : null
  if (flow !== null && isSecondStep(flow)) return <SecondStepPage signIn={login.signIn} flow={flow} />
  const isConfirming = flow?.refresh === true
  const hasForm = flow === null ? hasPasswords() : findFlowNode(flow, 'password') !== null
  return (
    <AuthPage
      title={signInTexts.logIn}
      heading={isConfirming ? signInTexts.confirmHeading : signInTexts.logIn}
      footer={isConfirming ? <LogOutInstead /> : <SignInLinks search={search} />}
      introduction={isConfirming ? null : <IntroductionSlot />}
    >
      {!isConfirming && <LoginReason />}
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={login.retry} />
      {hasForm && <PasswordLoginForm login={login} />}
      <SocialButtons
        providers={listOfferedProviders(flow)}
        isAlternative={hasForm}
        busyId={attempt.busy}
        describeProvider={(provider) => signInTexts.signInWith(provider)}
        onChoose={login.signInWith}
      />
      {flow !== null && findFlowNode(flow, 'passkey_challenge') !== null && (
        <LazyBoundary>
          <PasskeyLogin flow={flow} attempt={attempt} />
        </LazyBoundary>
      )}
    </AuthPage>
  )
}

/** The second step has a page of its own: nothing else can be done before it. */
const SecondStepPage = ({ signIn, flow }: { readonly signIn: SignInFlow; readonly flow: Flow }) => (
  <AuthPage
    title={signInTexts.logIn}
    heading={signInTexts.secondStepHeading}
    footer={<LogOutInstead text={signInTexts.notYou} />}
  >
    <FlowNotices messages={flow.messages.filter(({ id }) => id === flowMessageIds.loginExpired)} />
    <LazyBoundary fallback={<Skeleton width="60%" />} onFailed={leaveFallbackShown}>
      <SecondStep flow={flow} signIn={signIn} />
    </LazyBoundary>
  </AuthPage>
)

/** Says why the person was led here. */
function LoginReason() {
  const [invitation] = useState(readPendingInvitation)
  const { state } = useLocation()
  if (invitation !== null)
    return (
      <p>
        {withElements(signInTexts.invitedToLogIn(invitation.invitedBy, invitation.projectTitle), {
          who: emphasizeUserData,
          project: emphasizeUserData,
        })}
      </p>
    )
  return isPrivateProjectState(state) ? <p>{signInTexts.privateProject}</p> : null
}

const SignInLinks = ({ search }: { readonly search: string }) => (
  <>
    {hasPasswords() && <Link to="/recovery">{signInTexts.forgotPassword}</Link>}
    <span>{withElements(signInTexts.newHere, { signUp: linkTo(`/register${search}`) })}</span>
  </>
)

const buttonFor = (onClick: () => void) => (words: string) => (
  <Button size="small" onClick={onClick}>
    {words}
  </Button>
)

/** A forgotten password can be recovered only without a session. */
function LogOutInstead({ text = signInTexts.logOutInstead }: { readonly text?: string }) {
  const logOut = useLogOut()
  return <span>{withElements(text, { logOut: buttonFor(() => void logOut()) })}</span>
}

function PasswordLoginForm({ login }: { readonly login: LoginForm }) {
  const { attempt } = login
  const { fields } = attempt.outcome
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={login.logIn}>
      <TextField
        label={signInTexts.email}
        name="identifier"
        type="email"
        autoComplete="username"
        isRequired
        isReadOnly={login.isEmailFixed}
        value={login.email}
        onChange={login.setEmail}
        error={fields['identifier']}
      />
      <PasswordField
        label={signInTexts.password}
        name="password"
        autoComplete="current-password"
        isRequired
        value={login.password}
        onChange={login.setPassword}
        error={fields['password']}
      />
      <SubmitButton isBusy={attempt.busy === 'password'}>{signInTexts.logIn}</SubmitButton>
    </Form>
  )
}
