import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readInvitedEmail, readPendingInvite } from '../../api/account/invites.ts'
import { describeRegistrationError } from '../../api/identity/error-texts.ts'
import { findFlowNode, type Flow, listProviders } from '../../api/identity/flow.ts'
import { submitWithRenewal } from '../../api/identity/open-flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { identityClient } from '../../api/session/session.ts'
import type { FlowState } from '../../api/session/use-flow.ts'
import { type FlowAttempt, FlowMessages, useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { Link } from '../../ui/Button.tsx'
import { AuthPage, SocialButtons } from '../../ui/form/AuthPage.tsx'
import { checkRequiredFields, Form, SubmitButton } from '../../ui/form/Form.tsx'
import { PasswordField, TextField } from '../../ui/form/fields.tsx'
import { useSignInFlow } from './sign-in-flow.ts'

interface RegistrationForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
  readonly email: string
  readonly password: string
  readonly search: string
  /** The email address that the invite is for. */
  readonly invited: string | null
  setEmail(value: string): void
  setPassword(value: string): void
  signUp(): void
  signUpWith(provider: string): void
  retry(): void
}

function useRegistration(): RegistrationForm {
  const { opened, search, handleAnswer: settle, buildRenewal: renewal } = useSignInFlow('registration')
  const [typed, setTyped] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const attempt = useFlowAttempt({
    handleAnswer: settle,
    findFlow: opened.current,
    describeError: describeRegistrationError,
    fields: ['traits.email', 'password'],
  })
  const known = opened.state.kind === 'open' ? findFlowNode(opened.state.flow, 'traits.email') : null
  const invited = readInvitedEmail(useSearchParams()[0].get('invite') ?? readPendingInvite())
  const email = typed ?? (known?.value || invited) ?? ''

  const send = (flow: Flow) =>
    identityClient.submitFlow(flow, payloads.registrationPayload(flow, { email: email.trim(), password }))
  const sendTo = (provider: string) => (flow: Flow) =>
    submitWithRenewal(identityClient, flow, buildProviderPayload(flow, provider, email.trim()), renewal(flow))
  return {
    state: opened.state,
    attempt,
    email,
    password,
    search,
    invited,
    setEmail: setTyped,
    setPassword,
    signUp: () => {
      const empty = checkRequiredFields({ 'traits.email': email, password }, requiredTexts)
      if (empty === null) void attempt.submit('password', send)
      else attempt.showOutcome(empty)
    },
    signUpWith: (provider) => void attempt.submit(provider, sendTo(provider)),
    retry: () => void opened.renew(null),
  }
}

const requiredTexts = { 'traits.email': 'Please enter your email', password: 'Please enter a password' }

function buildProviderPayload(flow: Flow, provider: string, email: string): object {
  const chosen = listProviders(flow).find(({ id }) => id === provider)
  return chosen?.isIncomplete ? payloads.completedProviderPayload(provider, email) : payloads.providerPayload(provider)
}

export function RegisterPage() {
  const registration = useRegistration()
  const { state, attempt, search } = registration
  const flow = state.kind === 'open' ? state.flow : null
  return (
    <AuthPage
      title="Sign up"
      heading="Create your account"
      footer={
        <span>
          Already have an account? <Link to={`/login${search}`}>Log in</Link>
        </span>
      }
    >
      {registration.invited !== null && (
        <p>
          You are invited: sign up with <strong>{registration.invited}</strong>, and everything is open to you.
        </p>
      )}
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={registration.retry} />
      <PasswordSignUpForm registration={registration} />
      <SocialButtons
        providers={flow === null ? pageConfig().socialProviders : listProviders(flow)}
        verb="Sign up with"
        busyId={attempt.busy}
        onChoose={registration.signUpWith}
      />
    </AuthPage>
  )
}

function PasswordSignUpForm({ registration }: { readonly registration: RegistrationForm }) {
  const { attempt } = registration
  const { fields } = attempt.outcome
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={registration.signUp}>
      <TextField
        label="Email"
        name="traits.email"
        type="email"
        autoComplete="email"
        isRequired
        value={registration.email}
        onChange={registration.setEmail}
        error={fields['traits.email']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters, and not close to your email."
        isRequired
        value={registration.password}
        onChange={registration.setPassword}
        error={fields['password']}
      />
      <SubmitButton isBusy={attempt.busy === 'password'}>Sign up</SubmitButton>
    </Form>
  )
}
