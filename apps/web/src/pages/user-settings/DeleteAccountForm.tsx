import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type AccountDeletion, requestAccountDeletion } from '../../api/account/account-data.ts'
import { accountDataTexts } from '../../texts/account-data.ts'
import { Button } from '../../ui/Button.tsx'
import { FormMessage } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import styles from './UserSettings.module.css'

const texts = accountDataTexts.deletion

/** No person has these ids. */
const noChoice = ''
const deleted = 'delete'

interface DeleteAccountFormProps {
  readonly deletion: AccountDeletion
  onRequested(deletion: AccountDeletion): void
  /** The login has become too old meanwhile. */
  onLoginNeeded(): void
  onBack(): void
}

/** Asks for a choice for each shared project. Nothing is preselected: a project is never deleted by accident. */
export function DeleteAccountForm({ deletion, onRequested, onLoginNeeded, onBack }: DeleteAccountFormProps) {
  const { sharedProjects, projectCount } = deletion
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, button')?.focus(), [])
  const choiceFor = (id: string): string => choices[id] ?? noChoice
  const request = async () => {
    setChecked(true)
    if (sharedProjects.some(({ id }) => choiceFor(id) === noChoice)) return
    setBusy(true)
    const projects = sharedProjects.map(({ id: projectId }) => {
      const choice = choiceFor(projectId)
      return { projectId, newOwnerId: choice === deleted ? null : choice }
    })
    const answer = await requestAccountDeletion(projects)
    setBusy(false)
    if (answer.ok) onRequested(answer.value)
    else if (answer.code === 'FORBIDDEN') onLoginNeeded()
    else setError(answer.message)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) void request()
  }
  const handedOver = sharedProjects.filter(({ id }) => ![noChoice, deleted].includes(choiceFor(id))).length
  return (
    <form ref={form} noValidate className={styles.section} onSubmit={submit}>
      {sharedProjects.length > 0 && <p>{texts.choose}</p>}
      {sharedProjects.map(({ id, title, people }) => (
        <SelectField
          key={id}
          label={texts.project(title)}
          name={`project-${id}`}
          value={choiceFor(id)}
          error={isChecked && choiceFor(id) === noChoice ? texts.choiceMissing : ''}
          choices={[
            { value: noChoice, label: texts.noChoice },
            ...people.map((person) => ({ value: person.id, label: texts.handOver(person.email) })),
            { value: deleted, label: texts.deleteProject },
          ]}
          onChange={(choice) => setChoices((before) => ({ ...before, [id]: choice }))}
        />
      ))}
      {projectCount > handedOver && <p>{texts.projectsDeleted(projectCount - handedOver)}</p>}
      {error !== '' && <FormMessage tone="error" text={error} />}
      <div className={styles.buttons}>
        <Button type="submit" variant="danger" isBusy={isBusy}>
          {texts.confirm}
        </Button>
        <Button onClick={onBack}>{texts.back}</Button>
      </div>
    </form>
  )
}
