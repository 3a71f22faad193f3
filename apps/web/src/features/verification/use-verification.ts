import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Attempt, type Setback, useAttempt } from '../../actions/attempt.ts'
import { useFinishSignIn } from '../../actions/finish-sign-in.ts'
import { keepUsable } from '../../actions/keep-usable.ts'
import { withoutFlow } from '../../actions/without-flow.ts'
import { type Answer, findNode, type Flow, formText, payloads } from '../../data/identity/index.ts'
import { auth, identity, useAuth } from '../../data/session/index.ts'
import { type FlowState, type OpenFlow, useFlow } from '../../data/sign-in/index.ts'
import { browser } from '../../platform/navigation.ts'
import { missing } from '../../ui/form/outcome.ts'
import { toast } from '../../ui/toasts/toast.ts'

export interface Verification {
  readonly state: FlowState
  readonly attempt: Attempt
  /** The address that the code goes to. */
  readonly email: string
  readonly code: string
  readonly isSignedIn: boolean
  setEmail(value: string): void
  setCode(value: string): void
  sendCode(): void
  enterCode(): void
  /** On to where the person was going, with or without the code. */
  goOn(): void
  retry(): void
}

export function useVerification(): Verification {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const finish = useFinishSignIn()
  const goOn = () => void finish(null, null)
  const state = useAuth()
  const opened = useFlow({
    kind: 'verification',
    flowId: params.get('flow'),
    replaced: () => setParams(withoutFlow, { replace: true }),
  })
  const attempt = useAttempt({
    current: opened.current,
    settle: async (answer) => {
      const settled = await settle(answer, opened, goOn)
      if (settled === 'done' && answer.kind === 'flow') setParams({ flow: answer.flow.id }, { replace: true })
      return settled
    },
    textOf: formText,
    fields: ['email', 'code'],
  })
  const known = state.kind === 'person' ? state.person.unverifiedEmail : undefined
  const email = typed ?? mailedTo(opened.state) ?? known ?? ''
  const sendCode = () => {
    const empty = missing({ email }, { email: 'Please enter your email' })
    if (empty === null)
      void attempt.make('email', (flow) => identity.submit(flow, payloads.emailPayload(flow, email.trim())))
    else attempt.refuse(empty)
  }
  const enterCode = () => {
    const empty = missing({ code }, { code: 'Please enter the code from the mail' })
    const bare = code.replaceAll(/\s/g, '')
    if (empty === null) void attempt.make('code', (flow) => identity.submit(flow, payloads.codePayload(flow, bare)))
    else attempt.refuse(empty)
  }
  const retry = () => void opened.renew(null)
  const isSignedIn = state.kind === 'person'
  return {
    state: opened.state,
    attempt,
    email,
    code,
    isSignedIn,
    setEmail: setTyped,
    setCode,
    sendCode,
    enterCode,
    goOn,
    retry,
  }
}

/** The button that sends another code bears the address of the first. */
const mailedTo = (state: FlowState): string | null =>
  state.kind === 'open' && state.flow.state === 'sent_email' ? findNode(state.flow, 'email')?.value || null : null

async function settle(answer: Answer, opened: OpenFlow, goOn: () => void): Promise<Setback | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return settleFlow(answer.flow, opened, goOn)
    case 'redirect':
      browser.assign(answer.to)
      return 'left'
    case 'signed-in':
    case 'registered':
      return { kind: 'unexpected', status: 200, statusText: 'OK' }
    default:
      await keepUsable(answer, opened)
      return answer
  }
}

async function settleFlow(flow: Flow, opened: OpenFlow, goOn: () => void): Promise<Setback | 'left' | 'done'> {
  if (flow.state === 'passed_challenge' && (await auth.check()).kind === 'person') {
    toast.success('Email address verified')
    goOn()
    return 'left'
  }
  opened.show(flow)
  const messages = [...flow.messages, ...(findNode(flow, 'code')?.messages ?? [])]
  return messages.some(({ type }) => type === 'error') ? { kind: 'refused', flow, message: null } : 'done'
}
