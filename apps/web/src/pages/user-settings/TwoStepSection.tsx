import { useId, useState } from 'react'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import { copyText } from '../../platform/clipboard.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { twoStepTexts as texts } from '../../texts/two-step.ts'
import { Button } from '../../ui/Button.tsx'
import { checkRequiredFields, Form, FormMessage, SubmitButton } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { SettingsFlow } from './settings-flow.ts'
import { type TwoStepForm, useTwoStep } from './use-two-step.ts'
import styles from './TwoStep.module.css'
import pageStyles from './UserSettings.module.css'

const has = (flow: Flow, name: string): boolean => findFlowNode(flow, name) !== null

/** The section of the user settings that protects the account by more than a password. */
export function TwoStepSection({ flow, settings }: { readonly flow: Flow; readonly settings: SettingsFlow }) {
  const heading = useId()
  const form = useTwoStep(settings)
  const isOffered = has(flow, 'totp_unlink') || has(flow, 'totp_secret_key')
  const { outcome } = form.attempt
  return (
    <section aria-labelledby={heading} className={pageStyles.section}>
      <h2 id={heading}>{texts.heading}</h2>
      <p>{isOffered ? texts.lead : texts.notOffered}</p>
      {outcome.text !== '' && <FormMessage tone="error" text={outcome.text} />}
      {isOffered && <AuthenticatorApp flow={flow} form={form} />}
      <RecoveryCodes flow={flow} form={form} />
      <Passkeys flow={flow} form={form} />
    </section>
  )
}

interface PartProps {
  readonly flow: Flow
  readonly form: TwoStepForm
}

function AuthenticatorApp({ flow, form }: PartProps) {
  const [isSettingUp, setSettingUp] = useState(false)
  const { ask, dialog } = useConfirmation()
  const hasApp = has(flow, 'totp_unlink')
  const isOn = hasApp || has(flow, 'lookup_secret_disable')
  const turnOff = async () => {
    if (await ask(texts.confirmTurnOff)) await form.turnOff()
  }
  return (
    <>
      <div className={pageStyles.row}>
        <span>{hasApp ? texts.isOn : isOn ? texts.isOnByCodes : texts.isOff}</span>
        <span className={pageStyles.buttons}>
          {!hasApp && !isSettingUp && <Button onClick={() => setSettingUp(true)}>{texts.setUp}</Button>}
          {isOn && (
            <Button isBusy={form.attempt.busy === 'off'} onClick={() => void turnOff()}>
              {texts.turnOff}
            </Button>
          )}
        </span>
      </div>
      {isSettingUp && !hasApp && <AppSetup flow={flow} form={form} onCancel={() => setSettingUp(false)} />}
      {dialog}
    </>
  )
}

/** The picture to scan, the same secret as text, and the code that proves that the app has it. */
function AppSetup({ flow, form, onCancel }: PartProps & { onCancel(): void }) {
  const [code, setCode] = useState('')
  const { attempt } = form
  const secret = findFlowNode(flow, 'totp_secret_key')?.value ?? ''
  const turnOn = () => {
    const empty = checkRequiredFields({ totp_code: code }, { totp_code: texts.codeMissing })
    if (empty === null) void form.turnOn(code.trim())
    else attempt.showOutcome(empty)
  }
  const copySecret = async () => {
    if (await copyText(secret)) toast.success(texts.secretCopied)
  }
  return (
    <div className={styles.setup}>
      <img src={findFlowNode(flow, 'totp_qr')?.value} alt={texts.picture} className={styles.picture} />
      <div className={styles.steps}>
        <p>{texts.scan}</p>
        <div>
          <p>{texts.secret}</p>
          <div className={pageStyles.buttons}>
            <code translate="no" className={styles.secret}>
              {secret}
            </code>
            <Button size="small" onClick={() => void copySecret()}>
              {texts.copySecret}
            </Button>
          </div>
        </div>
        <Form errors={{ text: '', fields: attempt.outcome.fields }} isBusy={attempt.busy !== null} onSubmit={turnOn}>
          <TextField
            label={texts.code}
            name="totp_code"
            hint={texts.codeHint}
            autoComplete="one-time-code"
            inputMode="numeric"
            isRequired
            value={code}
            onChange={setCode}
            error={attempt.outcome.fields['totp_code']}
          />
          <div className={pageStyles.buttons}>
            <SubmitButton isWide={false} isBusy={attempt.busy === 'on'}>
              {texts.turnOn}
            </SubmitButton>
            <Button onClick={onCancel}>{texts.cancel}</Button>
          </div>
        </Form>
      </div>
    </div>
  )
}
