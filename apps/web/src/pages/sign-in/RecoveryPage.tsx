import { useState } from 'react'
import { describeFormError } from '../../api/identity/error-texts.ts'
import type { FlowResult } from '../../api/identity/flow-result.ts'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { identityClient } from '../../api/session/identity.ts'
import { type FlowHandle, type FlowState, useFlow } from '../../api/session/use-flow.ts'
import { browser } from '../../platform/navigation.ts'
import { useNavigate, useSearchParams } from '../../platform/router.tsx'
import {
  type FlowAttempt,
  FlowMessages,
  renewFlowAfterError,
  type SubmitFailure,
  useFlowAttempt,
  withoutFlowParam,
} from '../../shared/flow-attempt.tsx'
import { signInCodeTexts } from '../../texts/sign-in-code.ts'
import { signInTexts } from '../../texts/sign-in.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { AuthPage } from '../../ui/form/AuthPage.tsx'
import { checkRequiredFields, Form, noFormErrors, SubmitButton } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'

interface RecoveryForm {
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

function useRecovery(): RecoveryForm {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const { state, attempt, restart } = useRecoveryFlow()
  const sendCode = () => {
    const empty = checkRequiredFields({ email }, { email: signInTexts.emailMissing })
    if (empty === null) void attempt.submit('email', (flow) => requestCode(flow, email.trim()))
    else attempt.showOutcome(empty)
  }
  const enterCode = () => {
    const empty = checkRequiredFields({ code }, { code: signInCodeTexts.codeMissing })
    if (empty === null)
      void attempt.submit('code', (flow) =>
        identityClient.submitFlow(flow, payloads.codePayload(flow, stripSpaces(code))),
      )
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
      // Switching to the mail app on a phone may discard the page: with the id in the address it is restored.
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

/** A code is often copied with spaces around and within it. */
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
    // A full page load is needed, because this page does not know the session that came with the code.
    const { next } = flow
    browser.assign(next.kind === 'address' ? next.url : `/user?flow=${encodeURIComponent(next.flowId)}`)
    return 'left'
  }
  opened.show(flow)
  return hasErrors(flow) ? { kind: 'refused', flow, message: null } : 'done'
}

const hasErrors = (flow: Flow): boolean =>
  [...flow.messages, ...(findFlowNode(flow, 'code')?.messages ?? [])].some((message) => message.type === 'error')

export function RecoveryPage() {
  const recovery = useRecovery()
  const { state, attempt } = recovery
  const texts = signInCodeTexts.recovery
  const sendsMail = pageConfig().features.mail !== false
  return (
    <AuthPage
      title={texts.title}
      heading={texts.title}
      lead={describeStep(recovery.isCodeSent, sendsMail)}
      footer={<Link to="/login">{texts.backToLogIn}</Link>}
    >
      {/* The identity service says that a code was sent, which is wrong without mail. */}
      {(sendsMail || !recovery.isCodeSent) && (
        <FlowMessages state={state} outcome={attempt.outcome} onRetry={recovery.startOver} />
      )}
      {recovery.isCodeSent ? <CodeForm recovery={recovery} /> : <EmailForm recovery={recovery} />}
    </AuthPage>
  )
}

function describeStep(isCodeSent: boolean, sendsMail: boolean): string {
  const texts = signInCodeTexts.recovery
  if (isCodeSent) return sendsMail ? texts.askForCode : texts.askForCodeWithoutMail
  return sendsMail ? texts.askForEmail : texts.askForEmailWithoutMail
}

const EmailForm = ({ recovery: { attempt, email, setEmail, sendCode } }: { readonly recovery: RecoveryForm }) => (
  <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={sendCode}>
    <TextField
      label={signInTexts.email}
      name="email"
      type="email"
      autoComplete="username"
      isRequired
      value={email}
      onChange={setEmail}
      error={attempt.outcome.fields['email']}
    />
    <SubmitButton isBusy={attempt.busy === 'email'}>{signInCodeTexts.sendCode}</SubmitButton>
  </Form>
)

const CodeForm = ({ recovery }: { readonly recovery: RecoveryForm }) => {
  const { attempt, code, setCode, enterCode, startOver } = recovery
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={enterCode}>
      <TextField
        label={signInCodeTexts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        value={code}
        onChange={setCode}
        error={attempt.outcome.fields['code']}
      />
      <SubmitButton isBusy={attempt.busy === 'code'}>{signInCodeTexts.recovery.continue}</SubmitButton>
      <Button variant="quiet" size="small" onClick={startOver}>
        {signInCodeTexts.recovery.startAgain}
      </Button>
    </Form>
  )
}
