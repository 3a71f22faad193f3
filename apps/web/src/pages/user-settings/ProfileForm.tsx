import { useState } from 'react'
import { describeFormError } from '../../api/identity/error-texts.ts'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { identityClient } from '../../api/session/identity.ts'
import { useAuth } from '../../api/session/session.ts'
import { useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { userSettingsTexts } from '../../texts/user-settings.ts'
import { linkTo, withElements } from '../../texts/with-elements.tsx'
import { Card } from '../../ui/Card.tsx'
import { checkRequiredFields, Form, SubmitButton } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import type { ProfileValues, SettingsFlow } from './settings-flow.ts'
import styles from './UserSettings.module.css'

/** Tells whether the address is verified, and where to enter the code if not. */
function EmailStatus() {
  const state = useAuth()
  const texts = userSettingsTexts.emailStatus
  if (!pageConfig().features.verifyEmail) return <p>{texts.notOffered}</p>
  if (state.kind !== 'person') return null
  const { email, unverifiedEmail } = state.person
  if (unverifiedEmail === undefined) return <p>{texts.verified}</p>
  const isChange = unverifiedEmail.toLowerCase() !== email.toLowerCase()
  return (
    <p>
      {withElements(isChange ? texts.changing(unverifiedEmail, email) : texts.unverified, {
        verify: linkTo('/verification'),
      })}
    </p>
  )
}

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
  const texts = userSettingsTexts.profile
  const wrong = attempt.outcome.fields
  const save = () => {
    const empty = checkRequiredFields({ 'traits.email': profile.email }, { 'traits.email': texts.emailMissing })
    if (empty === null)
      void attempt.submit('profile', (current) =>
        identityClient.submitFlow(current, payloads.profilePayload(current, trimProfile(profile))),
      )
    else attempt.showOutcome(empty)
  }
  const edit = (name: keyof ProfileValues) => (value: string) => setEdited({ ...profile, [name]: value })
  return (
    <Card>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={save}>
        <div className={styles.names}>
          <TextField
            label={texts.firstName}
            name="traits.firstname"
            autoComplete="given-name"
            value={profile.firstname}
            onChange={edit('firstname')}
            error={wrong['traits.firstname']}
          />
          <TextField
            label={texts.lastName}
            name="traits.lastname"
            autoComplete="family-name"
            value={profile.lastname}
            onChange={edit('lastname')}
            error={wrong['traits.lastname']}
          />
        </div>
        <TextField
          label={texts.email}
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
          {texts.save}
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
