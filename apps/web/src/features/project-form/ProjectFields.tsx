import type { ProjectStatus } from '@espalier/domain'
import { unsavedChangesQuestion, useAskBeforeLeaving } from '../../actions/ask-before-leaving.ts'
import type { FormDraft } from '../../actions/keep-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { type ProjectFormValues, projectStatusLabels } from './project-texts.ts'
import styles from './ProjectForm.module.css'
import { useSaveProject } from './use-saving.ts'

interface ProjectFieldsProps {
  readonly draft: FormDraft<ProjectFormValues>
  readonly statuses: readonly ProjectStatus[]
  readonly send: Parameters<typeof useSaveProject>[0]
  readonly onSaved: Parameters<typeof useSaveProject>[1]
  onCancel(): void
}

/** What the New and the Edit form share: the fields, saving, and not losing what was typed. */
export function ProjectFields({ draft, statuses, send, onSaved, onCancel }: ProjectFieldsProps) {
  const leaving = useAskBeforeLeaving(draft.hasChanges)
  const end = (goOn: () => void) => {
    leaving.allowLeaving()
    draft.forget()
    goOn()
  }
  const { outcome, isBusy, save } = useSaveProject(send, (project) => end(() => onSaved(project)))
  const { texts, edit } = draft
  return (
    <Card>
      <Form errors={outcome} isBusy={isBusy} onSubmit={() => void save(texts)}>
        {draft.isRestored && <DraftNotice onDiscard={draft.discard} />}
        <TextField
          label="Title"
          name="title"
          autoComplete="off"
          isRequired
          value={texts.title}
          onChange={(title) => edit({ title })}
          error={outcome.fields['title']}
        />
        <RichTextField
          key={draft.resetCount}
          label="Description"
          initialHtml={texts.body}
          onChange={(body) => edit({ body })}
          error={outcome.fields['body']}
        />
        <SelectField
          label="Status"
          name="status"
          choices={statuses.map((value) => ({ value, label: projectStatusLabels[value] }))}
          value={texts.status}
          onChange={(status) => edit({ status })}
          error={outcome.fields['status']}
        />
        <TextAreaField
          label="JSON"
          name="json"
          hint="Optional: a project that was exported as Espalier JSON, or anything your own tools want to keep with the project."
          isCode
          value={texts.json}
          onChange={(json) => edit({ json })}
          error={outcome.fields['json']}
        />
        <div className={styles.buttons}>
          <SubmitButton isWide={false} isBusy={isBusy}>
            Save
          </SubmitButton>
          <Button className={styles.cancel} onClick={() => end(onCancel)}>
            Cancel
          </Button>
        </div>
      </Form>
      {leaving.isPromptOpen && (
        <ConfirmDialog question={unsavedChangesQuestion} onConfirm={() => end(leaving.leave)} onCancel={leaving.stay} />
      )}
    </Card>
  )
}
