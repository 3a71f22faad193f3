import type { ProjectStatus } from '@espalier/domain'
import { leaveQuestion, useAskBeforeLeaving } from '../../actions/ask-before-leaving.ts'
import type { Draft } from '../../actions/keep-draft.ts'
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
import { type ProjectTexts, statusLabels } from './project-texts.ts'
import styles from './ProjectForm.module.css'
import { useSaving } from './use-saving.ts'

interface ProjectFieldsProps {
  readonly draft: Draft<ProjectTexts>
  readonly statuses: readonly ProjectStatus[]
  readonly send: Parameters<typeof useSaving>[0]
  readonly onSaved: Parameters<typeof useSaving>[1]
  onCancel(): void
}

/** What the New and the Edit form share: the fields, saving, and not losing what was typed. */
export function ProjectFields({ draft, statuses, send, onSaved, onCancel }: ProjectFieldsProps) {
  const leaving = useAskBeforeLeaving(draft.hasChanges)
  const end = (goOn: () => void) => {
    leaving.letGo()
    draft.drop()
    goOn()
  }
  const { outcome, isBusy, save } = useSaving(send, (project) => end(() => onSaved(project)))
  const { texts, edit } = draft
  return (
    <Card>
      <Form outcome={outcome} isBusy={isBusy} onSubmit={() => void save(texts)}>
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
          key={draft.turn}
          label="Description"
          initialHtml={texts.body}
          onChange={(body) => edit({ body })}
          error={outcome.fields['body']}
        />
        <SelectField
          label="Status"
          name="status"
          choices={statuses.map((value) => ({ value, label: statusLabels[value] }))}
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
      {leaving.isAsked && (
        <ConfirmDialog question={leaveQuestion} onConfirm={() => end(leaving.leave)} onCancel={leaving.stay} />
      )}
    </Card>
  )
}
