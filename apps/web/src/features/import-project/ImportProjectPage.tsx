import { checkEpicKey, projectFormTexts } from '@espalier/domain'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { leaveQuestion, useAskBeforeLeaving } from '../../actions/ask-before-leaving.ts'
import { useKeptDraft } from '../../actions/keep-draft.ts'
import { type ApiFailure, importProject } from '../../data/projects/index.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { noOutcome, type Outcome, said } from '../../ui/form/outcome.ts'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { FileCard } from './FileCard.tsx'
import { ImportBar } from './ImportBar.tsx'
import { tellImported } from './tell-imported.ts'

const empty = { epicKey: '' }

export function ImportProjectPage() {
  const draft = useKeptDraft('import-project', empty)
  const leaving = useAskBeforeLeaving(draft.hasChanges)
  const { outcome, isBusy, start } = useImport(() => {
    leaving.letGo()
    draft.drop()
  })
  const leave = () => {
    draft.drop()
    leaving.leave()
  }
  return (
    <Page
      title="Import Project"
      lead="An epic of your issue tracker becomes a project: the epic is its root, and every issue below it a node."
    >
      <Card>
        <Form outcome={outcome} isBusy={isBusy} onSubmit={() => void start(draft.texts.epicKey)}>
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
          {isBusy && <ImportBar epicKey={draft.texts.epicKey.trim()} />}
        </Form>
      </Card>
      <FileCard />
      {leaving.isAsked && <ConfirmDialog question={leaveQuestion} onConfirm={leave} onCancel={leaving.stay} />}
    </Page>
  )
}

function useImport(onDone: () => void) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState(noOutcome)
  const [isBusy, setBusy] = useState(false)
  const start = async (typed: string) => {
    const key = checkEpicKey(typed)
    if (!key.ok) return setOutcome(said('', { epicKey: projectFormTexts[key.reason] }))
    setOutcome(noOutcome)
    setBusy(true)
    const answer = await importProject(key.value)
    setBusy(false)
    if (!answer.ok) return setOutcome(refusalOf(answer.failure))
    onDone()
    void tellImported(key.value)
    return void navigate(`/tree/${answer.value.id}`)
  }
  return { outcome, isBusy, start }
}

function refusalOf({ field, text, isTold }: ApiFailure): Outcome {
  if (!isTold) toast.error(text, { isPersistent: true })
  return field === 'externalProjectKey' ? said('', { epicKey: text }) : said(text)
}
