import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { type CreatedWebhook, createWebhook } from '../../api/webhooks.ts'
import { webhookTexts as texts } from '../../texts/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import styles from './Webhooks.module.css'

const eventTypes = Object.keys(texts.eventNames) as readonly (keyof typeof texts.eventNames)[]

interface NewWebhookFormProps {
  readonly projectId: string
  onCreated(created: CreatedWebhook): void
  onCancel(): void
}

export function NewWebhookForm({ projectId, onCreated, onCancel }: NewWebhookFormProps) {
  const [url, setUrl] = useState('')
  const [isEverything, setEverything] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState({ url: '', events: '' })
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const eventsError = useId()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const create = async () => {
    const missing = {
      url: url.trim() === '' ? texts.urlMissing : '',
      events: !isEverything && chosen.size === 0 ? texts.eventsMissing : '',
    }
    setErrors(missing)
    if (missing.url !== '' || missing.events !== '') return
    setBusy(true)
    const answer = await createWebhook({ projectId, url, events: isEverything ? ['*'] : [...chosen] })
    setBusy(false)
    if (answer.ok) onCreated(answer.value)
    else setErrors({ url: answer.message, events: '' })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) void create()
  }
  const choose = (type: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(type)
    else next.delete(type)
    setChosen(next)
  }
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label={texts.url}
        name="webhook-url"
        type="url"
        autoComplete="off"
        hint={texts.urlHint}
        value={url}
        error={errors.url}
        isRequired
        onChange={setUrl}
      />
      <fieldset className={styles.events} aria-describedby={errors.events === '' ? undefined : eventsError}>
        <legend className={fieldStyles.label}>{texts.events}</legend>
        <label className={styles.check}>
          <input type="checkbox" checked={isEverything} onChange={(event) => setEverything(event.target.checked)} />
          {texts.everything}
        </label>
        {!isEverything &&
          eventTypes.map((type) => (
            <label key={type} className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.has(type)}
                onChange={(event) => choose(type, event.target.checked)}
              />
              {texts.eventNames[type]}
            </label>
          ))}
        {errors.events !== '' && (
          <p id={eventsError} className={fieldStyles.error}>
            {errors.events}
          </p>
        )}
      </fieldset>
      <div className={styles.end}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {texts.create}
        </Button>
      </div>
    </form>
  )
}
