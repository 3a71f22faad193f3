import { useState } from 'react'
import { type FlowAttempt, useFlowAttempt } from '../../actions/attempt.ts'
import { useSignInFlow } from '../../actions/sign-in-flow.ts'
import { findFlowNode, type Flow, describeLoginError, payloads, submitWithRenewal } from '../../data/identity/index.ts'
import { identityClient } from '../../data/session/index.ts'
import { type FlowState } from '../../data/sign-in/index.ts'
import { checkRequiredFields } from '../../ui/form/outcome.ts'

export interface LoginForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
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

export function useLogin(): LoginForm {
  const { opened, search, handleAnswer: settle, buildRenewal: renewal } = useSignInFlow('login')
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
    state: opened.state,
    attempt,
    email,
    password,
    isEmailFixed: fixed !== null,
    search,
    setEmail: setTyped,
    setPassword,
    logIn: () => {
      const empty = checkRequiredFields({ identifier: email, password }, requiredTexts)
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

const requiredTexts = { identifier: 'Please enter your email', password: 'Please enter your password' }
