import { checkEpicKey, projectFormTexts } from '@espalier/domain'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { unsavedChangesQuestion, useAskBeforeLeaving } from '../../actions/ask-before-leaving.ts'
import { useDraft } from '../../actions/keep-draft.ts'
import { type ApiFailure, importProject } from '../../data/projects/index.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { noFormErrors, type FormErrors, formError } from '../../ui/form/outcome.ts'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { ImportFileCard } from './FileCard.tsx'
import { ImportProgressBar } from './ImportBar.tsx'
import { toastImportResult } from './tell-imported.ts'

const emptyImportForm = { epicKey: '' }

export function ImportProjectPage() {
  const draft = useDraft('import-project', emptyImportForm)
  const leaving = useAskBeforeLeaving(draft.hasChanges)
  const { outcome, isBusy, start } = useEpicImport(() => {
    leaving.allowLeaving()
    draft.forget()
  })
  const leave = () => {
    draft.forget()
    leaving.leave()
  }
  return (
    <Page
      title="Import Project"
      lead="An epic of your issue tracker becomes a project: the epic is its root, and every issue below it a node."
    >
      <Card>
        <Form errors={outcome} isBusy={isBusy} onSubmit={() => void start(draft.texts.epicKey)}>
          <TextField
            label="Epic key"
            name="epicKey"
            autoComplete="off"
            hint="As your issue tracker shows it, for example PLAN-42."
            isRequired
            value={draft.texts.epicKey}
            onChange={(epicKey) => draft.edit({ epicKey })}
            error={outcome.fields['epicKey']}
          />
          <SubmitButton isWide={false} isBusy={isBusy}>
            Import
          </SubmitButton>
          {isBusy && <ImportProgressBar epicKey={draft.texts.epicKey.trim()} />}
        </Form>
      </Card>
      <ImportFileCard />
      {leaving.isPromptOpen && <ConfirmDialog question={unsavedChangesQuestion} onConfirm={leave} onCancel={leaving.stay} />}
    </Page>
  )
}

function useEpicImport(onDone: () => void) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const start = async (typed: string) => {
    const key = checkEpicKey(typed)
    if (!key.ok) return setOutcome(formError('', { epicKey: projectFormTexts[key.reason] }))
    setOutcome(noFormErrors)
    setBusy(true)
    const answer = await importProject(key.value)
    setBusy(false)
    if (!answer.ok) return setOutcome(toImportOutcome(answer.failure))
    onDone()
    void toastImportResult(key.value)
    return void navigate(`/tree/${answer.value.id}`)
  }
  return { outcome, isBusy, start }
}

function toImportOutcome({ field, text, isReported: isTold }: ApiFailure): FormErrors {
  if (!isTold) toast.error(text, { isPersistent: true })
  return field === 'externalProjectKey' ? formError('', { epicKey: text }) : formError(text)
}
