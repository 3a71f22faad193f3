import { checkEpicKey, projectFormTexts } from '@espalier/domain'
import { useId, useRef, useState } from 'react'
import { type ApiFailure, importProject } from '../../api/projects.ts'
import { acceptedExtensions, listReadableFormats } from '../../import-export/file-names.ts'
import { useNavigate } from '../../platform/router.tsx'
import { useAskBeforeLeaving } from '../../shared/ask-before-leaving.ts'
import { formTexts } from '../../texts/forms.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { importProjectTexts } from '../../texts/import-project.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { Form, formError, type FormErrors, noFormErrors, SubmitButton } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { leaveFallbackShown, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { ImportProgressBar, toastImportResult } from './import-progress.tsx'
import styles from './ImportFileCard.module.css'

const ImportDialog = preloadableComponent(
  async () => (await import('../../import-export/ImportDialog.tsx')).ImportDialog,
)

/** A file becomes a project as soon as it is chosen. */
function ImportFileCard() {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const forget = () => {
    setFile(null)
    if (input.current !== null) input.current.value = ''
  }
  return (
    <Card className={styles.card}>
      <h2>{importProjectTexts.fileHeading}</h2>
      <div className={styles.field}>
        <label htmlFor={id}>{importProjectTexts.file}</label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedExtensions}
          aria-describedby={`${id}-hint`}
          className={styles.input}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {importProjectTexts.fileHint(listReadableFormats())}
        </p>
      </div>
      {file !== null && (
        <LazyBoundary onFailed={leaveFallbackShown}>
          <ImportDialog
            file={file}
            into={null}
            isAsked={false}
            onImported={({ projectId }) => void navigate(`/tree/${projectId}`)}
            onClose={forget}
          />
        </LazyBoundary>
      )}
    </Card>
  )
}

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
    <Page title={importProjectTexts.title} lead={importProjectTexts.lead}>
      <Card>
        <Form errors={outcome} isBusy={isBusy} onSubmit={() => void start(draft.texts.epicKey)}>
          <TextField
            label={importProjectTexts.epicKey}
            name="epicKey"
            autoComplete="off"
            hint={importProjectTexts.epicKeyHint}
            isRequired
            value={draft.texts.epicKey}
            onChange={(epicKey) => draft.edit({ epicKey })}
            error={outcome.fields['epicKey']}
          />
          <SubmitButton isWide={false} isBusy={isBusy}>
            {importProjectTexts.import}
          </SubmitButton>
          {isBusy && <ImportProgressBar epicKey={draft.texts.epicKey.trim()} />}
        </Form>
      </Card>
      <ImportFileCard />
      {leaving.isPromptOpen && (
        <ConfirmDialog question={formTexts.unsavedChanges} onConfirm={leave} onCancel={leaving.stay} />
      )}
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
    if (!answer.ok) return setOutcome(toImportOutcome(answer))
    onDone()
    void toastImportResult(key.value)
    return void navigate(`/tree/${answer.value.id}`)
  }
  return { outcome, isBusy, start }
}

function toImportOutcome({ field, message, isReported: isTold }: ApiFailure): FormErrors {
  if (!isTold) toast.error(message, { isPersistent: true })
  return field === 'externalProjectKey' ? formError('', { epicKey: message }) : formError(message)
}
