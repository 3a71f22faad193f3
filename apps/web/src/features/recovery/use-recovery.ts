import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Attempt, type Setback, useAttempt } from '../../actions/attempt.ts'
import { keepUsable } from '../../actions/keep-usable.ts'
import { withoutFlow } from '../../actions/without-flow.ts'
import { type Answer, findNode, type Flow, formText, payloads } from '../../data/identity/index.ts'
import { identity } from '../../data/session/index.ts'
import { type FlowState, type OpenFlow, useFlow } from '../../data/sign-in/index.ts'
import { browser } from '../../platform/navigation.ts'
import { missing, noOutcome } from '../../ui/form/outcome.ts'

export interface Recovery {
  readonly state: FlowState
  readonly attempt: Attempt
  readonly email: string
  readonly code: string
  readonly isCodeSent: boolean
  setEmail(value: string): void
  setCode(value: string): void
  sendCode(): void
  enterCode(): void
  startOver(): void
}

export function useRecovery(): Recovery {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const { state, attempt, restart } = useRecoveryFlow()
  const sendCode = () => {
    const empty = missing({ email }, { email: 'Please enter your email' })
    if (empty === null) void attempt.make('email', (flow) => askForCode(flow, email.trim()))
    else attempt.refuse(empty)
  }
  const enterCode = () => {
    const empty = missing({ code }, { code: 'Please enter the code from the mail' })
    if (empty === null)
      void attempt.make('code', (flow) => identity.submit(flow, payloads.codePayload(flow, bare(code))))
    else attempt.refuse(empty)
  }
  const startOver = () => {
    setCode('')
    attempt.refuse(noOutcome)
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
    alreadySignedIn: () => void navigate('/user', { replace: true }),
    replaced: () => setParams(withoutFlow, { replace: true }),
  })
  const attempt = useAttempt({
    current: opened.current,
    settle: async (answer) => {
      const settled = await settle(answer, opened)
      // Reading the mail on a phone may cost the page its life: with the id in the address it comes back as it was.
      if (settled === 'done' && answer.kind === 'flow') setParams({ flow: answer.flow.id }, { replace: true })
      return settled
    },
    textOf: formText,
    fields: ['email', 'code'],
  })
  const restart = () => {
    if (params.has('flow')) setParams(withoutFlow, { replace: true })
    else void opened.renew(null)
  }
  return { state: opened.state, attempt, restart }
}

const askForCode = (flow: Flow, email: string) => identity.submit(flow, payloads.emailPayload(flow, email))

/** A code is often copied with the spaces around and within it. */
const bare = (code: string): string => code.replaceAll(/\s/g, '')

async function settle(answer: Answer, opened: OpenFlow): Promise<Setback | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return settleFlow(answer.flow, opened)
    case 'redirect':
      browser.assign(answer.to)
      return 'left'
    case 'signed-in':
    case 'registered':
      browser.assign('/user')
      return 'left'
    default:
      await keepUsable(answer, opened)
      return answer
  }
}

function settleFlow(flow: Flow, opened: OpenFlow): Setback | 'left' | 'done' {
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
  [...flow.messages, ...(findNode(flow, 'code')?.messages ?? [])].some((message) => message.type === 'error')
