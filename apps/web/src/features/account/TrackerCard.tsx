import { trackerTexts } from '@espalier/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { JiraIntegration } from '../../data/tracker/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormMessage } from '../../ui/form/FormMessage.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import styles from './Account.module.css'
import { type ConnectionCheck, createTrackerForm } from './open-tracker-form.ts'
import { TrackerChoiceFields } from './TrackerChoices.tsx'
import { WebhookUrl } from './WebhookUrl.tsx'

export function TrackerCard({ loaded }: { readonly loaded: JiraIntegration }) {
  const [form] = useState(() => createTrackerForm(loaded))
  const { saved, typed, outcome, check, busy } = useSyncExternalStore(form.subscribe, form.get)
  useEffect(() => form.open(), [form])
  const [isAsked, setAsked] = useState(false)
  const { edit } = form
  const problem = saved.jira?.problem ?? null
  return (
    <Card>
      <h2 className={styles.heading}>Issue tracker</h2>
      {problem !== null && check.kind !== 'valid' && <FormMessage tone="error" text={problem} />}
      <Form errors={outcome} isBusy={busy !== null} onSubmit={() => void form.save()}>
        <TextField
          label="Domain"
          name="domain"
          autoComplete="off"
          hint="For example acme.atlassian.net."
          isRequired
          value={typed.domain}
          onChange={(domain) => edit({ domain })}
          error={outcome.fields['domain']}
        />
        <TextField
          label="API user"
          name="apiUser"
          autoComplete="off"
          hint="The email address you sign in to Jira with; on Data Center your user name."
          isRequired
          value={typed.apiUser}
          onChange={(apiUser) => edit({ apiUser })}
          error={outcome.fields['apiUser']}
        />
        <PasswordField
          label="API key"
          name="apiKey"
          autoComplete="off"
          hint={describeApiKey(saved)}
          isRequired
          value={typed.apiKey}
          onChange={(apiKey) => edit({ apiKey })}
          error={outcome.fields['apiKey']}
        />
        <ConnectionCheckLine check={check} />
        {check.kind === 'valid' && (
          <TrackerChoiceFields options={check.options} typed={typed} errors={outcome.fields} onChange={edit} />
        )}
        <PasswordField
          label="Webhook secret"
          name="webhookSecret"
          autoComplete="off"
          hint="As entered in Jira's webhook. Without one, anybody who knows the address can make us look at an issue again."
          value={typed.webhookSecret}
          onChange={(webhookSecret) => edit({ webhookSecret })}
          error={outcome.fields['webhookSecret']}
        />
        <div className={styles.buttons}>
          <SubmitButton isWide={false} isBusy={busy === 'save'}>
            Save
          </SubmitButton>
          {saved.jira !== null && (
            <Button variant="danger" isBusy={busy === 'remove'} onClick={() => setAsked(true)}>
              Remove integration
            </Button>
          )}
        </div>
      </Form>
      <WebhookUrl url={saved.webhookUrl} />
      {isAsked && (
        <ConfirmDialog
          question={trackerTexts.removal}
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void form.remove()
          }}
        />
      )}
    </Card>
  )
}

const describeApiKey = ({ jira }: JiraIntegration): string =>
  jira === null
    ? 'A classic (unscoped) API token; on Data Center a personal access token.'
    : 'Saved. Enter it again when you change the domain or the user.'

/** What the last test found, said as soon as it is known. */
function ConnectionCheckLine({ check }: { readonly check: ConnectionCheck }) {
  if (check.kind === 'testing') return <output className={styles.note}>Testing the connection…</output>
  if (check.kind === 'valid') return <output className={styles.note}>Connected. Choose where new issues go.</output>
  return check.kind === 'invalid' ? <FormMessage tone="error" text={check.text} /> : null
}
