import type { Api } from '@espalier/schema'
import { trackerTexts } from '@espalier/domain'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { JiraIntegration, JiraTestResult } from '../../api/jira.ts'
import { copyText } from '../../platform/clipboard.ts'
import { accountSettingsTexts } from '../../texts/account-settings.ts'
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

const toChoices = (all: readonly Pick<Api.JiraNamed, 'id' | 'name'>[]): SelectOption[] =>
  all.map(({ id, name }) => ({ value: id, label: name, isUserData: true }))

/** Shows the choices once the tracker has accepted the credentials. */
function TrackerChoiceFields({ options, typed, errors, onChange }: TrackerChoiceFieldsProps) {
  const project = options.projects.find(({ key }) => key === typed.projectKey)
  const noChoice: SelectOption = { value: '', label: accountSettingsTexts.noChoice }
  return (
    <>
      <SelectField
        label={accountSettingsTexts.project}
        name="projectKey"
        choices={[
          noChoice,
          ...toChoices(options.projects.map(({ key, name }) => ({ id: key, name: `${name} (${key})` }))),
        ]}
        value={typed.projectKey ?? ''}
        onChange={(value) => onChange({ projectKey: value || null })}
        error={errors['projectKey']}
      />
      <SelectField
        label={accountSettingsTexts.issueType}
        name="issueTypeId"
        choices={[noChoice, ...toChoices(project?.issuetypes ?? [])]}
        value={typed.issueTypeId ?? ''}
        onChange={(value) => onChange({ issueTypeId: value || null })}
        error={errors['issueTypeId']}
      />
      <SelectField
        label={accountSettingsTexts.linkType}
        name="linkTypeId"
        hint={accountSettingsTexts.linkTypeHint}
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
    else toast.error(accountSettingsTexts.webhook.notCopied)
  }
  return (
    <section className={styles.webhook} aria-labelledby="webhook-url">
      <h3 id="webhook-url">{accountSettingsTexts.webhook.heading}</h3>
      <p className={styles.note}>{accountSettingsTexts.webhook.explanation}</p>
      <div className={styles.row}>
        <code className={styles.url} translate="no">
          {url}
        </code>
        <Button size="small" onClick={() => void copy()}>
          {accountSettingsTexts.webhook.copy}
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
      <h2 className={styles.heading}>{accountSettingsTexts.heading}</h2>
      {problem !== null && check.kind !== 'valid' && <FormMessage tone="error" text={problem} />}
      <Form errors={outcome} isBusy={busy !== null} onSubmit={() => void form.save()}>
        <TextField
          label={accountSettingsTexts.domain}
          name="domain"
          autoComplete="off"
          hint={accountSettingsTexts.domainHint}
          isRequired
          value={typed.domain}
          onChange={(domain) => edit({ domain })}
          error={outcome.fields['domain']}
        />
        <TextField
          label={accountSettingsTexts.apiUser}
          name="apiUser"
          autoComplete="off"
          hint={accountSettingsTexts.apiUserHint}
          isRequired
          value={typed.apiUser}
          onChange={(apiUser) => edit({ apiUser })}
          error={outcome.fields['apiUser']}
        />
        <PasswordField
          label={accountSettingsTexts.apiKey}
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
          label={accountSettingsTexts.webhookSecret}
          name="webhookSecret"
          autoComplete="off"
          hint={accountSettingsTexts.webhookSecretHint}
          value={typed.webhookSecret}
          onChange={(webhookSecret) => edit({ webhookSecret })}
          error={outcome.fields['webhookSecret']}
        />
        <div className={styles.buttons}>
          <SubmitButton isWide={false} isBusy={busy === 'save'}>
            {accountSettingsTexts.save}
          </SubmitButton>
          {saved.jira !== null && (
            <Button variant="danger" isBusy={busy === 'remove'} onClick={() => setAsked(true)}>
              {accountSettingsTexts.remove}
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
  jira === null ? accountSettingsTexts.apiKeyHint : accountSettingsTexts.apiKeySavedHint

/** Shows the result of the last test as soon as it is known. */
function ConnectionCheckLine({ check }: { readonly check: ConnectionCheck }) {
  if (check.kind === 'testing') return <output className={styles.note}>{accountSettingsTexts.testing}</output>
  if (check.kind === 'valid') return <output className={styles.note}>{accountSettingsTexts.connected}</output>
  return check.kind === 'invalid' ? <FormMessage tone="error" text={check.text} /> : null
}
