import { useState } from 'react'
import { describeFormError } from '../../api/identity/error-texts.ts'
import type { FlowResult } from '../../api/identity/flow-result.ts'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { identityClient } from '../../api/session/identity.ts'
import { auth, useAuth } from '../../api/session/session.ts'
import { type FlowHandle, type FlowState, useFlow } from '../../api/session/use-flow.ts'
import { browser } from '../../platform/navigation.ts'
import { useSearchParams } from '../../platform/router.tsx'
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
import { linkTo, withElements } from '../../texts/with-elements.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { AuthPage } from '../../ui/form/AuthPage.tsx'
import { checkRequiredFields, Form, SubmitButton } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { useFinishSignIn } from './finish-sign-in.ts'

interface VerificationForm {
  readonly state: FlowState
  readonly attempt: FlowAttempt
  /** The address that the code is sent to. */
  readonly email: string
  readonly code: string
  readonly isSignedIn: boolean
  setEmail(value: string): void
  setCode(value: string): void
  sendCode(): void
  enterCode(): void
  /** Continues to the destination, with or without the code. */
  goOn(): void
  retry(): void
}

function useVerification(): VerificationForm {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const finish = useFinishSignIn()
  const proceed = () => void finish(null, null)
  const state = useAuth()
  const opened = useFlow({
    kind: 'verification',
    flowId: params.get('flow'),
    onReplaced: () => setParams(withoutFlowParam, { replace: true }),
  })
  const attempt = useFlowAttempt({
    findFlow: opened.current,
    handleAnswer: async (answer) => {
      const settled = await handleAnswer(answer, opened, proceed)
      if (settled === 'done' && answer.kind === 'flow') setParams({ flow: answer.flow.id }, { replace: true })
      return settled
    },
    describeError: describeFormError,
    fields: ['email', 'code'],
  })
  const known = state.kind === 'person' ? state.person.unverifiedEmail : undefined
  const email = typed ?? readMailedAddress(opened.state) ?? known ?? ''
  const sendCode = () => {
    const empty = checkRequiredFields({ email }, { email: signInTexts.emailMissing })
    if (empty === null)
      void attempt.submit('email', (flow) => identityClient.submitFlow(flow, payloads.emailPayload(flow, email.trim())))
    else attempt.showOutcome(empty)
  }
  const enterCode = () => {
    const empty = checkRequiredFields({ code }, { code: signInCodeTexts.codeMissing })
    const bare = code.replaceAll(/\s/g, '')
    if (empty === null)
      void attempt.submit('code', (flow) => identityClient.submitFlow(flow, payloads.codePayload(flow, bare)))
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
    goOn: proceed,
    retry,
  }
}

/** The button that sends another code holds the address of the first. */
const readMailedAddress = (state: FlowState): string | null =>
  state.kind === 'open' && state.flow.state === 'sent_email' ? findFlowNode(state.flow, 'email')?.value || null : null

async function handleAnswer(
  answer: FlowResult,
  opened: FlowHandle,
  proceed: () => void,
): Promise<SubmitFailure | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return handleFlow(answer.flow, opened, proceed)
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

async function handleFlow(
  flow: Flow,
  opened: FlowHandle,
  proceed: () => void,
): Promise<SubmitFailure | 'left' | 'done'> {
  if (flow.state === 'passed_challenge' && (await auth.check()).kind === 'person') {
    toast.success(signInCodeTexts.verification.verified)
    proceed()
    return 'left'
  }
  opened.show(flow)
  const messages = [...flow.messages, ...(findFlowNode(flow, 'code')?.messages ?? [])]
  return messages.some(({ type }) => type === 'error') ? { kind: 'refused', flow, message: null } : 'done'
}

export function VerificationPage() {
  const verification = useVerification()
  const { state, attempt, email, isSignedIn, goOn } = verification
  const step = state.kind === 'open' ? state.flow.state : 'choose_method'
  const texts = signInCodeTexts.verification
  const lead = {
    choose_method: texts.askForEmail,
    sent_email: texts.askForCode(email),
    passed_challenge: texts.passed,
  }[step]
  return (
    <AuthPage
      title={texts.title}
      heading={texts.title}
      {...(lead !== undefined && { lead })}
      footer={
        isSignedIn ? (
          <Button variant="quiet" onClick={goOn}>
            {texts.later}
          </Button>
        ) : (
          <span>
            {withElements(texts.otherPages, {
              logIn: linkTo('/login'),
              recovery: linkTo('/recovery'),
            })}
          </span>
        )
      }
    >
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={verification.retry} />
      {step === 'choose_method' && <EmailForm verification={verification} />}
      {step === 'sent_email' && <CodeForm verification={verification} />}
    </AuthPage>
  )
}

const EmailForm = ({ verification }: { readonly verification: VerificationForm }) => {
  const { attempt, email, setEmail, sendCode } = verification
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={sendCode}>
      <TextField
        label={signInTexts.email}
        name="email"
        type="email"
        autoComplete="email"
        isRequired
        value={email}
        onChange={setEmail}
        error={attempt.outcome.fields['email']}
      />
      <SubmitButton isBusy={attempt.busy === 'email'}>{signInCodeTexts.sendCode}</SubmitButton>
    </Form>
  )
}

const CodeForm = ({ verification }: { readonly verification: VerificationForm }) => {
  const { attempt, code, setCode, enterCode, sendCode } = verification
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
      <SubmitButton isBusy={attempt.busy === 'code'}>{signInCodeTexts.verification.verify}</SubmitButton>
      <Button variant="quiet" size="small" isBusy={attempt.busy === 'email'} onClick={sendCode}>
        {signInCodeTexts.verification.sendNewCode}
      </Button>
    </Form>
  )
}
