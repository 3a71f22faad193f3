import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeLoginError } from '../../api/identity/error-texts.ts'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { identityClient } from '../../api/session/identity.ts'
import { useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { signInTexts } from '../../texts/sign-in.ts'
import { twoStepTexts } from '../../texts/two-step.ts'
import { Button } from '../../ui/Button.tsx'
import { checkRequiredFields, Form, SubmitButton } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import type { SignInFlow } from './sign-in-flow.ts'

interface SecondStepProps {
  readonly flow: Flow
  readonly signIn: SignInFlow
}

const fieldNames = { totp: 'totp_code', lookup_secret: 'lookup_secret' } as const
type Factor = keyof typeof fieldNames

/** The second step of a sign-in: the code of the app, or a recovery code. */
export function SecondStep({ flow, signIn }: SecondStepProps) {
  const offered = (['totp', 'lookup_secret'] as const).filter((one) => findFlowNode(flow, fieldNames[one]) !== null)
  const [chosen, setChosen] = useState<Factor | null>(null)
  const [typed, setTyped] = useState('')
  const attempt = useFlowAttempt({
    findFlow: signIn.opened.current,
    handleAnswer: signIn.handleAnswer,
    describeError: describeLoginError,
    fields: ['totp_code', 'lookup_secret'],
  })
  const factor = chosen ?? offered[0] ?? 'totp'
  const name = fieldNames[factor]
  const texts = twoStepTexts.login
  const isApp = factor === 'totp'
  const logIn = () => {
    const missing = isApp ? twoStepTexts.codeMissing : texts.recoveryCodeMissing
    const empty = checkRequiredFields({ [name]: typed }, { [name]: missing })
    if (empty !== null) return attempt.showOutcome(empty)
    const fields = { method: factor, [name]: typed.trim() }
    void attempt.submit(factor, (current) =>
      identityClient.submitFlow(current, payloads.factorPayload(current, fields)),
    )
  }
  const other = offered.find((one) => one !== factor)
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={logIn}>
      <p>{isApp ? texts.lead : texts.leadRecovery}</p>
      <FocusOnMount key={factor}>
        <TextField
          label={isApp ? twoStepTexts.code : texts.recoveryCode}
          name={name}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          isRequired
          value={typed}
          onChange={setTyped}
          error={attempt.outcome.fields[name]}
        />
      </FocusOnMount>
      <SubmitButton isBusy={attempt.busy !== null}>{signInTexts.logIn}</SubmitButton>
      {other !== undefined && (
        <Button
          variant="quiet"
          onClick={() => {
            setChosen(other)
            setTyped('')
          }}
        >
          {isApp ? texts.toRecoveryCode : texts.toApp}
        </Button>
      )}
    </Form>
  )
}

/** Focuses its field when it appears: nothing else is to be done on this page, so the person can type at once. */
function FocusOnMount({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return <div ref={box}>{children}</div>
}
