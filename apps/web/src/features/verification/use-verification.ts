import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type FlowAttempt, type SubmitFailure, useFlowAttempt } from '../../actions/attempt.ts'
import { useFinishSignIn } from '../../actions/finish-sign-in.ts'
import { renewFlowAfterError } from '../../actions/keep-usable.ts'
import { withoutFlowParam } from '../../actions/without-flow.ts'
import { type FlowResult, findFlowNode, type Flow, describeFormError, payloads } from '../../data/identity/index.ts'
import { auth, identityClient, useAuth } from '../../data/session/index.ts'
import { type FlowState, type FlowHandle, useFlow } from '../../data/sign-in/index.ts'
import { browser } from '../../platform/navigation.ts'
import { checkRequiredFields } from '../../ui/form/outcome.ts'
import { toast } from '../../ui/toasts/toast.ts'

export interface VerificationForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
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

export function useVerification(): VerificationForm {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const finish = useFinishSignIn()
  const goOn = () => void finish(null, null)
  const state = useAuth()
  const opened = useFlow({
    kind: 'verification',
    flowId: params.get('flow'),
    onReplaced: () => setParams(withoutFlowParam, { replace: true }),
  })
  const attempt = useFlowAttempt({
    findFlow: opened.current,
    handleAnswer: async (answer) => {
      const settled = await handleAnswer(answer, opened, goOn)
      if (settled === 'done' && answer.kind === 'flow') setParams({ flow: answer.flow.id }, { replace: true })
      return settled
    },
    describeError: describeFormError,
    fields: ['email', 'code'],
  })
  const known = state.kind === 'person' ? state.person.unverifiedEmail : undefined
  const email = typed ?? readMailedAddress(opened.state) ?? known ?? ''
  const sendCode = () => {
    const empty = checkRequiredFields({ email }, { email: 'Please enter your email' })
    if (empty === null)
      void attempt.submit('email', (flow) => identityClient.submitFlow(flow, payloads.emailPayload(flow, email.trim())))
    else attempt.showOutcome(empty)
  }
  const enterCode = () => {
    const empty = checkRequiredFields({ code }, { code: 'Please enter the code from the mail' })
    const bare = code.replaceAll(/\s/g, '')
    if (empty === null) void attempt.submit('code', (flow) => identityClient.submitFlow(flow, payloads.codePayload(flow, bare)))
    else attempt.showOutcome(empty)
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
const readMailedAddress = (state: FlowState): string | null =>
  state.kind === 'open' && state.flow.state === 'sent_email' ? findFlowNode(state.flow, 'email')?.value || null : null

async function handleAnswer(answer: FlowResult, opened: FlowHandle, goOn: () => void): Promise<SubmitFailure | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return handleFlow(answer.flow, opened, goOn)
    case 'redirect':
      browser.assign(answer.to)
      return 'left'
    case 'signed-in':
    case 'registered':
      return { kind: 'unexpected', status: 200, statusText: 'OK' }
    default:
      await renewFlowAfterError(answer, opened)
      return answer
  }
}

async function handleFlow(flow: Flow, opened: FlowHandle, goOn: () => void): Promise<SubmitFailure | 'left' | 'done'> {
  if (flow.state === 'passed_challenge' && (await auth.check()).kind === 'person') {
    toast.success('Email address verified')
    goOn()
    return 'left'
  }
  opened.show(flow)
  const messages = [...flow.messages, ...(findFlowNode(flow, 'code')?.messages ?? [])]
  return messages.some(({ type }) => type === 'error') ? { kind: 'refused', flow, message: null } : 'done'
}
