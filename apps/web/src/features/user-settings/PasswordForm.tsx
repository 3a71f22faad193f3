import { useState } from 'react'
import { useAttempt } from '../../actions/attempt.ts'
import { findNode, type Flow, formText, payloads } from '../../data/identity/index.ts'
import { identity } from '../../data/session/index.ts'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { said, type Outcome } from '../../ui/form/outcome.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import styles from './UserSettings.module.css'
import type { Settings } from './use-settings.ts'

const empty = { password: '', again: '' }

export function PasswordForm({ flow, settings }: { readonly flow: Flow; readonly settings: Settings }) {
  const [typed, setTyped] = useState(empty)
  const attempt = useAttempt({
    current: settings.opened.current,
    settle: async (answer) => {
      const settled = await settings.settle(answer, { kind: 'password' })
      if (settled === 'done') setTyped(empty)
      return settled
    },
    textOf: formText,
    fields: ['password'],
  })
  const change = () => {
    const wrong = mistakeIn(typed)
    if (wrong === null)
      void attempt.make('password', (current) =>
        identity.submit(current, payloads.passwordPayload(current, typed.password)),
      )
    else attempt.refuse(wrong)
  }
  const { fields } = attempt.outcome
  return (
    <Card>
      <h2 className={styles.heading}>Password</h2>
      <Form outcome={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={change}>
        {/* Without it a password manager cannot tell whose password it is to keep. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          readOnly
          hidden
          value={findNode(flow, 'traits.email')?.value ?? ''}
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

function mistakeIn({ password, again }: typeof empty): Outcome | null {
  if (password === '' && again === '') return said('', { password: 'Please enter a new password' })
  return password === again ? null : said('', { again: 'Passwords do not match' })
}
