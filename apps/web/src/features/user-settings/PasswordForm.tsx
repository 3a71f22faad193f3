import { useState } from 'react'
import { useFlowAttempt } from '../../actions/attempt.ts'
import { findFlowNode, type Flow, describeFormError, payloads } from '../../data/identity/index.ts'
import { identityClient } from '../../data/session/index.ts'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { formError, type FormErrors } from '../../ui/form/outcome.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import styles from './UserSettings.module.css'
import type { SettingsFlow } from './use-settings.ts'

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
  const { fields } = attempt.outcome
  return (
    <Card>
      <h2 className={styles.heading}>Password</h2>
      <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={change}>
        {/* Without it a password manager cannot tell whose password it is to keep. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          readOnly
          hidden
          value={findFlowNode(flow, 'traits.email')?.value ?? ''}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters, and not close to your email. You stay logged in here and are logged out everywhere else."
          value={typed.password}
          onChange={(password) => setTyped({ ...typed, password })}
          error={fields['password']}
        />
        {(typed.password !== '' || typed.again !== '') && (
          <PasswordField
            label="Re-enter password"
            name="again"
            autoComplete="new-password"
            value={typed.again}
            onChange={(again) => setTyped({ ...typed, again })}
            error={fields['again']}
          />
        )}
        <SubmitButton isWide={false} isBusy={attempt.busy !== null}>
          Change password
        </SubmitButton>
      </Form>
    </Card>
  )
}

function checkPasswords({ password, again }: typeof emptyPasswords): FormErrors | null {
  if (password === '' && again === '') return formError('', { password: 'Please enter a new password' })
  return password === again ? null : formError('', { again: 'Passwords do not match' })
}
