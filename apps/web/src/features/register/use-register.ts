import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type FlowAttempt, useFlowAttempt } from '../../actions/attempt.ts'
import { useSignInFlow } from '../../actions/sign-in-flow.ts'
import {
  findFlowNode,
  type Flow,
  payloads,
  listProviders,
  describeRegistrationError,
  submitWithRenewal,
} from '../../data/identity/index.ts'
import { readInvitedEmail, readPendingInvite } from '../../data/invites/index.ts'
import { identityClient } from '../../data/session/index.ts'
import { type FlowState } from '../../data/sign-in/index.ts'
import { checkRequiredFields } from '../../ui/form/outcome.ts'

export interface RegistrationForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
  readonly email: string
  readonly password: string
  readonly search: string
  /** Whom the invite is for that led here. */
  readonly invited: string | null
  setEmail(value: string): void
  setPassword(value: string): void
  signUp(): void
  signUpWith(provider: string): void
  retry(): void
}

export function useRegistration(): RegistrationForm {
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
