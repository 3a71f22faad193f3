import { checkProjectForm, type ProjectStatus } from '@espalier/domain'
import { useState } from 'react'
import type { ApiResult, Project } from '../../api/projects.ts'
import { useAskBeforeLeaving } from '../../shared/ask-before-leaving.ts'
import { formTexts } from '../../texts/forms.ts'
import type { FormDraft } from '../../shared/use-draft.ts'
import { projectPageTexts } from '../../texts/project-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { Form, formError, type FormErrors, noFormErrors, SubmitButton } from '../../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx'
import { emptyProjectForm, type ProjectFormValues, toFieldOutcome } from './form-values.ts'
import styles from './ProjectForm.module.css'

/** The shown text differs from the stored one, and the person may have forgotten that they typed it. */
const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className={styles.draft}>
    <span>{projectPageTexts.draft}</span>
    <Button size="small" onClick={onDiscard}>
      {projectPageTexts.discardDraft}
    </Button>
  </div>
)

interface ProjectSaveState {
  readonly outcome: FormErrors
  readonly isBusy: boolean
  save(texts: ProjectFormValues): Promise<void>
}

/** Checks the form, sends it, and shows errors. Without changes nothing is sent and it counts as saved. */
function useSaveProject(
  send: (texts: ProjectFormValues, title: string) => Promise<ApiResult<Project>> | null,
  onSaved: (project: Project | null) => void,
): ProjectSaveState {
  const [outcome, setOutcome] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const save = async (texts: ProjectFormValues) => {
    const checked = checkProjectForm(texts)
    if (!checked.ok) return setOutcome(formError('', { ...checked.errors }))
    setOutcome(noFormErrors)
    setBusy(true)
    const answer = await send(texts, checked.value.title)
    setBusy(false)
    if (answer === null || answer.ok) return onSaved(answer === null ? null : answer.value)
    if (!answer.isReported) toast.error(answer.message, { isPersistent: true })
    setOutcome(toFieldOutcome(answer))
  }
  return { outcome, isBusy, save }
}

const moreFieldNames = ['body', 'status', 'json'] as const

const hasMoreFields = (texts: ProjectFormValues, { fields }: FormErrors): boolean =>
  moreFieldNames.some((name) => texts[name] !== emptyProjectForm[name] || fields[name] !== undefined)

interface ProjectFieldsProps {
  /** A new project needs only its title; the other fields are behind a button. */
  readonly isNew?: boolean

  readonly draft: FormDraft<ProjectFormValues>
  readonly statuses: readonly ProjectStatus[]
  readonly send: Parameters<typeof useSaveProject>[0]
  readonly onSaved: Parameters<typeof useSaveProject>[1]
  onCancel(): void
}

/** The parts that the New and the Edit form share: the fields, saving, and keeping typed text. */
export function ProjectFields({ isNew = false, draft, statuses, send, onSaved, onCancel }: ProjectFieldsProps) {
  const leaving = useAskBeforeLeaving(draft.hasChanges)
  const end = (proceed: () => void) => {
    leaving.allowLeaving()
    draft.forget()
    proceed()
  }
  const { outcome, isBusy, save } = useSaveProject(send, (project) => end(() => onSaved(project)))
  const { texts, edit } = draft
  const moreFields = (
    <>
      <RichTextField
        key={draft.resetCount}
        label={projectPageTexts.description}
        initialHtml={texts.body}
        onChange={(body) => edit({ body })}
        error={outcome.fields['body']}
      />
      <SelectField
        label={projectPageTexts.status}
        name="status"
        choices={statuses.map((value) => ({ value, label: projectPageTexts.statuses[value] }))}
        value={texts.status}
        onChange={(status) => edit({ status })}
        error={outcome.fields['status']}
      />
      <TextAreaField
        label={projectPageTexts.json}
        name="json"
        hint={projectPageTexts.jsonHint}
        isCode
        value={texts.json}
        onChange={(json) => edit({ json })}
        error={outcome.fields['json']}
      />
    </>
  )
  return (
    <Card>
      <Form errors={outcome} isBusy={isBusy} onSubmit={() => void save(texts)}>
        {draft.isRestored && <DraftNotice onDiscard={draft.discard} />}
        <TextField
          label={projectPageTexts.title}
          name="title"
          autoComplete="off"
          isRequired
          value={texts.title}
          onChange={(title) => edit({ title })}
          error={outcome.fields['title']}
        />
        {isNew ? (
          <Disclosure label={projectPageTexts.more} isNeeded={hasMoreFields(texts, outcome)}>
            {moreFields}
          </Disclosure>
        ) : (
          moreFields
        )}
        <div className={styles.buttons}>
          <SubmitButton isWide={false} isBusy={isBusy}>
            {projectPageTexts.save}
          </SubmitButton>
          <Button className={styles.cancel} onClick={() => end(onCancel)}>
            {projectPageTexts.cancel}
          </Button>
        </div>
      </Form>
      {leaving.isPromptOpen && (
        <ConfirmDialog
          question={formTexts.unsavedChanges}
          onConfirm={() => end(leaving.leave)}
          onCancel={leaving.stay}
        />
      )}
    </Card>
  )
}
