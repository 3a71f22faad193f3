import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Attempt, useAttempt } from '../../actions/attempt.ts'
import { useSignInFlow } from '../../actions/sign-in-flow.ts'
import {
  findNode,
  type Flow,
  payloads,
  providersOf,
  registrationText,
  submitRenewing,
} from '../../data/identity/index.ts'
import { invitedEmail, keptInvite } from '../../data/invites/index.ts'
import { identity } from '../../data/session/index.ts'
import { type FlowState } from '../../data/sign-in/index.ts'
import { missing } from '../../ui/form/outcome.ts'

export interface Registration {
  readonly state: FlowState
  readonly attempt: Attempt
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

export function useRegister(): Registration {
  const { opened, search, settle, renewal } = useSignInFlow('registration')
  const [typed, setTyped] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const attempt = useAttempt({
    settle,
    current: opened.current,
    textOf: registrationText,
    fields: ['traits.email', 'password'],
  })
  const known = opened.state.kind === 'open' ? findNode(opened.state.flow, 'traits.email') : null
  const invited = invitedEmail(useSearchParams()[0].get('invite') ?? keptInvite())
  const email = typed ?? (known?.value || invited) ?? ''

  const send = (flow: Flow) =>
    identity.submit(flow, payloads.registrationPayload(flow, { email: email.trim(), password }))
  const sendTo = (provider: string) => (flow: Flow) =>
    submitRenewing(identity, flow, socialPayload(flow, provider, email.trim()), renewal(flow))
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
      const empty = missing({ 'traits.email': email, password }, required)
      if (empty === null) void attempt.make('password', send)
      else attempt.refuse(empty)
    },
    signUpWith: (provider) => void attempt.make(provider, sendTo(provider)),
    retry: () => void opened.renew(null),
  }
}

const required = { 'traits.email': 'Please enter your email', password: 'Please enter a password' }

function socialPayload(flow: Flow, provider: string, email: string): object {
  const chosen = providersOf(flow).find(({ id }) => id === provider)
  return chosen?.isIncomplete ? payloads.completedProviderPayload(provider, email) : payloads.providerPayload(provider)
}
