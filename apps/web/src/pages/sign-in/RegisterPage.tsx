import { useState } from 'react'
import { readInvitedEmail, readPendingInvite } from '../../api/account/invites.ts'
import { describeRegistrationError } from '../../api/identity/error-texts.ts'
import { findFlowNode, type Flow, listProviders } from '../../api/identity/flow.ts'
import { submitWithRenewal } from '../../api/identity/open-flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { type PendingInvitation, readPendingInvitation } from '../../api/session/pending-sign-in.ts'
import { identityClient } from '../../api/session/identity.ts'
import type { FlowState } from '../../api/session/use-flow.ts'
import { useSearchParams } from '../../platform/router.tsx'
import { type FlowAttempt, FlowMessages, useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { signInTexts } from '../../texts/sign-in.ts'
import { emphasizeUserData, linkTo, withElements } from '../../texts/with-elements.tsx'
import { AuthPage, SocialButtons } from '../../ui/form/AuthPage.tsx'
import { checkRequiredFields, Form, SubmitButton, useFocusFirstField } from '../../ui/form/Form.tsx'
import { PasswordField, TextField } from '../../ui/form/fields.tsx'
import { IntroductionSlot } from './IntroductionSlot.tsx'
import { hasPasswords, listOfferedProviders, useSignInFlow } from './sign-in-flow.ts'

interface RegistrationForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
  readonly email: string
  readonly password: string
  readonly search: string
  /** The email address that the invite is for. */
  readonly invited: string | null
  /** The invitation to a project that the person signs up for. */
  readonly invitation: PendingInvitation | null
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
  const [invitation] = useState(readPendingInvitation)
  const email = typed ?? (known?.value || invited || invitation?.email) ?? ''

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
    invitation,
    setEmail: setTyped,
    setPassword,
    signUp: () => {
      const empty = checkRequiredFields(
        { 'traits.email': email, password },
        { 'traits.email': signInTexts.emailMissing, password: signInTexts.newPasswordMissing },
      )
      if (empty === null) void attempt.submit('password', send)
      else attempt.showOutcome(empty)
    },
    signUpWith: (provider) => void attempt.submit(provider, sendTo(provider)),
    retry: () => void opened.renew(null),
  }
}

function buildProviderPayload(flow: Flow, provider: string, email: string): object {
  const chosen = listProviders(flow).find(({ id }) => id === provider)
  return chosen?.isIncomplete ? payloads.completedProviderPayload(provider, email) : payloads.providerPayload(provider)
}

export function RegisterPage() {
  useFocusFirstField()
  const registration = useRegistration()
  const { state, attempt, search, invitation } = registration
  const flow = state.kind === 'open' ? state.flow : null
  const incomplete = flow === null ? undefined : listProviders(flow).find(({ isIncomplete }) => isIncomplete)
  return (
    <AuthPage
      title={signInTexts.signUp}
      heading={signInTexts.signUpHeading}
      footer={<span>{withElements(signInTexts.haveAccount, { logIn: linkTo(`/login${search}`) })}</span>}
      introduction={<IntroductionSlot />}
    >
      {invitation !== null && (
        <p>
          {withElements(signInTexts.invitedToSignUp(invitation.invitedBy, invitation.projectTitle), {
            who: emphasizeUserData,
            project: emphasizeUserData,
          })}
        </p>
      )}
      {invitation === null && registration.invited !== null && (
        <p>
          {withElements(signInTexts.invited(registration.invited), {
            email: emphasizeUserData,
          })}
        </p>
      )}
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={registration.retry} />
      {(hasPasswords() || incomplete !== undefined) && (
        <SignUpForm registration={registration} incompleteId={incomplete?.id ?? null} />
      )}
      <SocialButtons
        providers={listOfferedProviders(flow)}
        isAlternative={hasPasswords()}
        busyId={attempt.busy}
        describeProvider={(provider) => signInTexts.signUpWith(provider)}
        onChoose={registration.signUpWith}
      />
    </AuthPage>
  )
}

interface SignUpFormProps {
  readonly registration: RegistrationForm
  /** The provider that gave no address, which the person has to add. */
  readonly incompleteId: string | null
}

function SignUpForm({ registration, incompleteId }: SignUpFormProps) {
  const { attempt } = registration
  const { fields } = attempt.outcome
  const submit = () => {
    if (hasPasswords()) registration.signUp()
    else if (incompleteId !== null) registration.signUpWith(incompleteId)
  }
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={submit}>
      <TextField
        label={signInTexts.email}
        name="traits.email"
        type="email"
        autoComplete="email"
        isRequired
        value={registration.email}
        onChange={registration.setEmail}
        error={fields['traits.email']}
      />
      {hasPasswords() && (
        <>
          <PasswordField
            label={signInTexts.password}
            name="password"
            autoComplete="new-password"
            hint={signInTexts.passwordHint}
            isRequired
            value={registration.password}
            onChange={registration.setPassword}
            error={fields['password']}
          />
          <SubmitButton isBusy={attempt.busy === 'password'}>{signInTexts.signUp}</SubmitButton>
        </>
      )}
    </Form>
  )
}
