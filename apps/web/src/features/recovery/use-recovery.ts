import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type FlowAttempt, type SubmitFailure, useFlowAttempt } from '../../actions/attempt.ts'
import { renewFlowAfterError } from '../../actions/keep-usable.ts'
import { withoutFlowParam } from '../../actions/without-flow.ts'
import { type FlowResult, findFlowNode, type Flow, describeFormError, payloads } from '../../data/identity/index.ts'
import { identityClient } from '../../data/session/index.ts'
import { type FlowState, type FlowHandle, useFlow } from '../../data/sign-in/index.ts'
import { browser } from '../../platform/navigation.ts'
import { checkRequiredFields, noFormErrors } from '../../ui/form/outcome.ts'

export interface RecoveryForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
  readonly email: string
  readonly code: string
  readonly isCodeSent: boolean
  setEmail(value: string): void
  setCode(value: string): void
  sendCode(): void
  enterCode(): void
  startOver(): void
}

export function useRecovery(): RecoveryForm {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const { state, attempt, restart } = useRecoveryFlow()
  const sendCode = () => {
    const empty = checkRequiredFields({ email }, { email: 'Please enter your email' })
    if (empty === null) void attempt.submit('email', (flow) => requestCode(flow, email.trim()))
    else attempt.showOutcome(empty)
  }
  const enterCode = () => {
    const empty = checkRequiredFields({ code }, { code: 'Please enter the code from the mail' })
    if (empty === null)
      void attempt.submit('code', (flow) => identityClient.submitFlow(flow, payloads.codePayload(flow, stripSpaces(code))))
    else attempt.showOutcome(empty)
  }
  const startOver = () => {
    setCode('')
    attempt.showOutcome(noFormErrors)
    restart()
  }
  const isCodeSent = state.kind === 'open' && state.flow.state === 'sent_email'
  return { state, attempt, email, code, isCodeSent, setEmail, setCode, sendCode, enterCode, startOver }
}

function useRecoveryFlow() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const opened = useFlow({
    kind: 'recovery',
    flowId: params.get('flow'),
    onAlreadySignedIn: () => void navigate('/user', { replace: true }),
    onReplaced: () => setParams(withoutFlowParam, { replace: true }),
  })
  const attempt = useFlowAttempt({
    findFlow: opened.current,
    handleAnswer: async (answer) => {
      const settled = await handleAnswer(answer, opened)
      // Reading the mail on a phone may cost the page its life: with the id in the address it comes back as it was.
      if (settled === 'done' && answer.kind === 'flow') setParams({ flow: answer.flow.id }, { replace: true })
      return settled
    },
    describeError: describeFormError,
    fields: ['email', 'code'],
  })
  const restart = () => {
    if (params.has('flow')) setParams(withoutFlowParam, { replace: true })
    else void opened.renew(null)
  }
  return { state: opened.state, attempt, restart }
}

const requestCode = (flow: Flow, email: string) => identityClient.submitFlow(flow, payloads.emailPayload(flow, email))

/** A code is often copied with the spaces around and within it. */
const stripSpaces = (code: string): string => code.replaceAll(/\s/g, '')

async function handleAnswer(answer: FlowResult, opened: FlowHandle): Promise<SubmitFailure | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return handleFlow(answer.flow, opened)
    case 'redirect':
      browser.assign(answer.to)
      return 'left'
    case 'signed-in':
    case 'registered':
      browser.assign('/user')
      return 'left'
    default:
      await renewFlowAfterError(answer, opened)
      return answer
  }
}

function handleFlow(flow: Flow, opened: FlowHandle): SubmitFailure | 'left' | 'done' {
  if (flow.next !== null) {
    // A whole new page, because the session that came with the code is not known to this one.
    const { next } = flow
    browser.assign(next.kind === 'address' ? next.url : `/user?flow=${encodeURIComponent(next.flowId)}`)
    return 'left'
  }
  opened.show(flow)
  return hasErrors(flow) ? { kind: 'refused', flow, message: null } : 'done'
}

const hasErrors = (flow: Flow): boolean =>
  [...flow.messages, ...(findFlowNode(flow, 'code')?.messages ?? [])].some((message) => message.type === 'error')
