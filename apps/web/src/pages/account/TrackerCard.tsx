import type { Api } from '@espalier/schema'
import { trackerTexts } from '@espalier/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { JiraIntegration, JiraTestResult } from '../../api/jira.ts'
import { copyText } from '../../platform/clipboard.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { Form, FormMessage, SubmitButton } from '../../ui/form/Form.tsx'
import { PasswordField, SelectField, type SelectOption, TextField } from '../../ui/form/fields.tsx'
import { type ConnectionCheck, createTrackerForm, type TrackerFormValues } from './tracker-form.ts'
import styles from './TrackerCard.module.css'

interface TrackerChoiceFieldsProps {
  readonly options: JiraTestResult
  readonly typed: TrackerFormValues
  readonly errors: Readonly<Record<string, string>>
  onChange(change: Partial<TrackerFormValues>): void
}

const noChoice: SelectOption = { value: '', label: 'Please choose' }
const toChoices = (all: readonly Pick<Api.JiraNamed, 'id' | 'name'>[]): SelectOption[] =>
  all.map(({ id, name }) => ({ value: id, label: name }))

/** Shows the choices once the tracker has accepted the credentials. */
function TrackerChoiceFields({ options, typed, errors, onChange }: TrackerChoiceFieldsProps) {
  const project = options.projects.find(({ key }) => key === typed.projectKey)
  return (
    <>
      <SelectField
        label="Project"
        name="projectKey"
        choices={[noChoice, ...options.projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))]}
        value={typed.projectKey ?? ''}
        onChange={(value) => onChange({ projectKey: value || null })}
        error={errors['projectKey']}
      />
      <SelectField
        label="Issue type"
        name="issueTypeId"
        choices={[noChoice, ...toChoices(project?.issuetypes ?? [])]}
        value={typed.issueTypeId ?? ''}
        onChange={(value) => onChange({ issueTypeId: value || null })}
        error={errors['issueTypeId']}
      />
      <SelectField
        label="Link type"
        name="linkTypeId"
        hint="An issue that has such a link to another one hangs from that one too."
        choices={[noChoice, ...toChoices(options.linkTypes)]}
        value={typed.linkTypeId ?? ''}
        onChange={(value) => onChange({ linkTypeId: value || null })}
        error={errors['linkTypeId']}
      />
    </>
  )
}

/** Shows the address that Jira posts its events to. */
function WebhookUrl({ url }: { readonly url: string }) {
  const copy = async () => {
    if (await copyText(url)) toast.success(trackerTexts.copied)
    else toast.error('Your browser does not let us copy. Select the address and copy it yourself.')
  }
  return (
    <section className={styles.webhook} aria-labelledby="webhook-url">
      <h3 id="webhook-url">Webhook URL</h3>
      <p className={styles.note}>
        Changes made in Jira show here at once when it posts them to this address. Creating the webhook needs
        administrator rights in Jira (System, WebHooks).
      </p>
      <div className={styles.row}>
        <code className={styles.url}>{url}</code>
        <Button size="small" onClick={() => void copy()}>
          Copy webhook URL
        </Button>
      </div>
    </section>
  )
}

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

/** Shows the result of the last test as soon as it is known. */
function ConnectionCheckLine({ check }: { readonly check: ConnectionCheck }) {
  if (check.kind === 'testing') return <output className={styles.note}>Testing the connection…</output>
  if (check.kind === 'valid') return <output className={styles.note}>Connected. Choose where new issues go.</output>
  return check.kind === 'invalid' ? <FormMessage tone="error" text={check.text} /> : null
}
