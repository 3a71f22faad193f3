import { useState } from 'react'
import { describeFormError } from '../../api/identity/error-texts.ts'
import { findFlowNode, type Flow, listSettingsProviders, type SettingsProvider } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { identityClient } from '../../api/session/identity.ts'
import { useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { userSettingsTexts } from '../../texts/user-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Form, formError, type FormErrors, FormMessage, SubmitButton } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/fields.tsx'
import type { SettingsFlow } from './settings-flow.ts'
import styles from './UserSettings.module.css'

const emptyPasswords = { password: '', again: '' }

export function PasswordForm({ flow, settings }: { readonly flow: Flow; readonly settings: SettingsFlow }) {
  const [typed, setTyped] = useState(emptyPasswords)
  const attempt = useFlowAttempt({
    findFlow: settings.opened.current,
    handleAnswer: async (answer) => {
      const settled = await settings.handleAnswer(answer, { kind: 'password' })
      if (settled === 'done') setTyped(emptyPasswords)
      return settled
    },
    describeError: describeFormError,
    fields: ['password'],
  })
  const change = () => {
    const wrong = checkPasswords(typed)
    if (wrong === null)
      void attempt.submit('password', (current) =>
        identityClient.submitFlow(current, payloads.passwordPayload(current, typed.password)),
      )
    else attempt.showOutcome(wrong)
  }
  const texts = userSettingsTexts.password
  const { fields } = attempt.outcome
  return (
    <Card>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={change}>
        {/* Without it a password manager cannot tell whose password it stores. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          readOnly
          hidden
          value={findFlowNode(flow, 'traits.email')?.value ?? ''}
        />
        <PasswordField
          label={texts.newPassword}
          name="password"
          autoComplete="new-password"
          hint={texts.hint}
          value={typed.password}
          onChange={(password) => setTyped({ ...typed, password })}
          error={fields['password']}
        />
        {(typed.password !== '' || typed.again !== '') && (
          <PasswordField
            label={texts.again}
            name="again"
            autoComplete="new-password"
            value={typed.again}
            onChange={(again) => setTyped({ ...typed, again })}
            error={fields['again']}
          />
        )}
        <SubmitButton isWide={false} isBusy={attempt.busy !== null}>
          {texts.change}
        </SubmitButton>
      </Form>
    </Card>
  )
}

function checkPasswords({ password, again }: typeof emptyPasswords): FormErrors | null {
  const texts = userSettingsTexts.password
  if (password === '' && again === '') return formError('', { password: texts.missing })
  return password === again ? null : formError('', { again: texts.different })
}

/** Lists the social accounts; hidden when the operator has configured none. */
export function SocialAccounts({ flow, settings }: { readonly flow: Flow; readonly settings: SettingsFlow }) {
  const offered = listSettingsProviders(flow)
  // A linked account can be unlinked only while there is another way to sign in.
  const indispensable = pageConfig().socialProviders.filter(({ id }) => offered.every((one) => one.id !== id))
  const hasPassword = findFlowNode(flow, 'password') !== null
  const texts = userSettingsTexts.social
  if (offered.length === 0 && indispensable.length === 0) return null
  return (
    <Card>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <ul className={styles.accounts}>
        {offered.map((provider) => (
          <SocialAccount key={provider.id} provider={provider} settings={settings} />
        ))}
        {indispensable.map(({ id, label }) => (
          <li key={id}>{hasPassword ? texts.onlyMethod(label) : texts.onlyProvider(label)}</li>
        ))}
      </ul>
    </Card>
  )
}

function SocialAccount({
  provider,
  settings,
}: {
  readonly provider: SettingsProvider
  readonly settings: SettingsFlow
}) {
  const { id, label, isLinked } = provider
  const attempt = useFlowAttempt({
    findFlow: settings.opened.current,
    handleAnswer: (answer) => settings.handleAnswer(answer, { kind: isLinked ? 'unlink' : 'link', label }),
    describeError: describeFormError,
    fields: [],
  })
  const texts = userSettingsTexts.social
  const payload = isLinked ? payloads.unlinkPayload(id) : payloads.linkPayload(id)
  return (
    <li className={styles.account}>
      <div className={styles.row}>
        <span>{isLinked ? texts.isLinked(label) : texts.canLink(label)}</span>
        <Button
          isBusy={attempt.busy !== null}
          onClick={() => void attempt.submit(id, (flow) => identityClient.submitFlow(flow, payload))}
        >
          {isLinked ? texts.unlink(label) : texts.link(label)}
        </Button>
      </div>
      {attempt.outcome.text !== '' && <FormMessage tone="error" text={attempt.outcome.text} />}
    </li>
  )
}
