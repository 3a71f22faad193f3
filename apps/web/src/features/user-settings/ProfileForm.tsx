import { useState } from 'react'
import { useFlowAttempt } from '../../actions/attempt.ts'
import { findFlowNode, type Flow, describeFormError, payloads } from '../../data/identity/index.ts'
import { identityClient } from '../../data/session/index.ts'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { checkRequiredFields } from '../../ui/form/outcome.ts'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { EmailStatus } from './EmailStatus.tsx'
import type { ProfileValues } from './note.ts'
import styles from './UserSettings.module.css'
import type { SettingsFlow } from './use-settings.ts'

const profileFields = ['traits.firstname', 'traits.lastname', 'traits.email'] as const

export function ProfileForm({ flow, settings }: { readonly flow: Flow; readonly settings: SettingsFlow }) {
  const [edited, setEdited] = useState<ProfileValues | null>(null)
  const profile = edited ?? settings.typedBefore ?? readProfile(flow)
  const attempt = useFlowAttempt({
    fields: profileFields,
    findFlow: settings.opened.current,
    handleAnswer: (answer) => settings.handleAnswer(answer, { kind: 'profile', typed: profile }),
    describeError: describeFormError,
  })
  const wrong = attempt.outcome.fields
  const save = () => {
    const empty = checkRequiredFields({ 'traits.email': profile.email }, { 'traits.email': 'Please enter your email' })
    if (empty === null)
      void attempt.submit('profile', (current) =>
        identityClient.submitFlow(current, payloads.profilePayload(current, trimProfile(profile))),
      )
    else attempt.showOutcome(empty)
  }
  const edit = (name: keyof ProfileValues) => (value: string) => setEdited({ ...profile, [name]: value })
  return (
    <Card>
      <h2 className={styles.heading}>Profile</h2>
      <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={save}>
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

const readProfile = (flow: Flow): ProfileValues => ({
  firstname: findFlowNode(flow, 'traits.firstname')?.value ?? '',
  lastname: findFlowNode(flow, 'traits.lastname')?.value ?? '',
  email: findFlowNode(flow, 'traits.email')?.value ?? '',
})

const trimProfile = ({ firstname, lastname, email }: ProfileValues): ProfileValues => ({
  firstname: firstname.trim(),
  lastname: lastname.trim(),
  email: email.trim(),
})
