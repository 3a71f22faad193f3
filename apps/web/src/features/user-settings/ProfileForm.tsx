import { useState } from 'react'
import { useAttempt } from '../../actions/attempt.ts'
import { findNode, type Flow, formText, payloads } from '../../data/identity/index.ts'
import { identity } from '../../data/session/index.ts'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { missing } from '../../ui/form/outcome.ts'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { EmailStatus } from './EmailStatus.tsx'
import type { Profile } from './note.ts'
import styles from './UserSettings.module.css'
import type { Settings } from './use-settings.ts'

const fields = ['traits.firstname', 'traits.lastname', 'traits.email'] as const

export function ProfileForm({ flow, settings }: { readonly flow: Flow; readonly settings: Settings }) {
  const [edited, setEdited] = useState<Profile | null>(null)
  const profile = edited ?? settings.typedBefore ?? storedProfile(flow)
  const attempt = useAttempt({
    fields,
    current: settings.opened.current,
    settle: (answer) => settings.settle(answer, { kind: 'profile', typed: profile }),
    textOf: formText,
  })
  const wrong = attempt.outcome.fields
  const save = () => {
    const empty = missing({ 'traits.email': profile.email }, { 'traits.email': 'Please enter your email' })
    if (empty === null)
      void attempt.make('profile', (current) =>
        identity.submit(current, payloads.profilePayload(current, trimmed(profile))),
      )
    else attempt.refuse(empty)
  }
  const edit = (name: keyof Profile) => (value: string) => setEdited({ ...profile, [name]: value })
  return (
    <Card>
      <h2 className={styles.heading}>Profile</h2>
      <Form outcome={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={save}>
        <div className={styles.names}>
          <TextField
            label="First name"
            name="traits.firstname"
            autoComplete="given-name"
            value={profile.firstname}
            onChange={edit('firstname')}
            error={wrong['traits.firstname']}
          />
          <TextField
            label="Last name"
            name="traits.lastname"
            autoComplete="family-name"
            value={profile.lastname}
            onChange={edit('lastname')}
            error={wrong['traits.lastname']}
          />
        </div>
        <TextField
          label="Email"
          name="traits.email"
          type="email"
          autoComplete="email"
          isRequired
          value={profile.email}
          onChange={edit('email')}
          error={wrong['traits.email']}
        />
        <EmailStatus />
        <SubmitButton isWide={false} isBusy={attempt.busy !== null}>
          Save profile
        </SubmitButton>
      </Form>
    </Card>
  )
}

const storedProfile = (flow: Flow): Profile => ({
  firstname: findNode(flow, 'traits.firstname')?.value ?? '',
  lastname: findNode(flow, 'traits.lastname')?.value ?? '',
  email: findNode(flow, 'traits.email')?.value ?? '',
})

const trimmed = ({ firstname, lastname, email }: Profile): Profile => ({
  firstname: firstname.trim(),
  lastname: lastname.trim(),
  email: email.trim(),
})
