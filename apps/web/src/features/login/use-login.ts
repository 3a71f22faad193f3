import { useState } from 'react'
import { type Attempt, useAttempt } from '../../actions/attempt.ts'
import { useSignInFlow } from '../../actions/sign-in-flow.ts'
import { findNode, type Flow, loginText, payloads, submitRenewing } from '../../data/identity/index.ts'
import { identity } from '../../data/session/index.ts'
import { type FlowState } from '../../data/sign-in/index.ts'
import { missing } from '../../ui/form/outcome.ts'

export interface Login {
  readonly state: FlowState
  readonly attempt: Attempt
  readonly email: string
  readonly password: string
  /** The service knows whom it asks: a confirmation, or an account to link to. */
  readonly isEmailFixed: boolean
  /** Query for the other sign-in page. */
  readonly search: string
  setEmail(value: string): void
  setPassword(value: string): void
  logIn(): void
  signInWith(provider: string): void
  retry(): void
}

export function useLogin(): Login {
  const { opened, search, settle, renewal } = useSignInFlow('login')
  const [typed, setTyped] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const attempt = useAttempt({
    settle,
    current: opened.current,
    textOf: loginText,
    fields: ['identifier', 'password'],
  })
  const flow = opened.state.kind === 'open' ? opened.state.flow : null
  const fixed = flow === null ? null : fixedEmail(flow)
  const email = fixed ?? typed ?? (flow === null ? '' : valueOf(flow))

  const send = (current: Flow) => {
    const identifier = fixedEmail(current) ?? email.trim()
    return identity.submit(current, payloads.loginPayload(current, { identifier, password }))
  }
  return {
    state: opened.state,
    attempt,
    email,
    password,
    isEmailFixed: fixed !== null,
    search,
    setEmail: setTyped,
    setPassword,
    logIn: () => {
      const empty = missing({ identifier: email, password }, required)
      if (empty === null) void attempt.make('password', send)
      else attempt.refuse(empty)
    },
    signInWith: (provider) =>
      void attempt.make(provider, (flow) =>
        submitRenewing(identity, flow, payloads.providerPayload(provider), renewal(flow)),
      ),
    retry: () => void opened.renew(null),
  }
}

const valueOf = (flow: Flow): string => findNode(flow, 'identifier')?.value ?? ''

const fixedEmail = (flow: Flow): string | null =>
  findNode(flow, 'identifier')?.type === 'hidden' && valueOf(flow) !== '' ? valueOf(flow) : null

const required = { identifier: 'Please enter your email', password: 'Please enter your password' }
