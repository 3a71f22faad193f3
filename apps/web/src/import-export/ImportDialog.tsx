import { exchangeLimits } from '@espalier/domain'
import { createImportFault, type FileDefinitions, type TableMapping, type TablePreview } from '@espalier/interchange'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ImportDestination, type ImportSummary, uploadImport } from '../api/file-import.ts'
import { currentPersonId } from '../api/session/session.ts'
import { importDialogTexts } from '../texts/import-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/Toasts.tsx'
import type { ChosenTable, ImportContext, ParsedFile, PreviewTableResult, ReadFileResult } from './read-files.ts'
import { isTableFile } from './file-names.ts'
import { loadPeople } from './load-people.ts'
import { startReadWorker } from './run-in-worker.ts'
import { TableMappingDialog } from './TableMappingDialog.tsx'
import styles from './ImportDialog.module.css'

type FileImportState =
  | { readonly kind: 'reading' }
  /** The file is a table, and the person assigns its columns. */
  | { readonly kind: 'mapping'; readonly preview: TablePreview }
  /** The file is parsed and waits for the person to confirm. */
  | { readonly kind: 'asking'; readonly file: ParsedFile }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'refused'; readonly text: string }

interface FileImportOptions {
  readonly file: File
  /** Null: the file becomes a new project. */
  readonly place: NamedImportDestination | null
  readonly isAsked: boolean
  onImported(imported: ImportSummary, file: ParsedFile): void
}

/** Finds out once what the file may refer to: people and lists of the project, or the person alone in a new one. */
async function loadImportContext(place: NamedImportDestination | null): Promise<ImportContext> {
  const ownId = currentPersonId()
  const people = await loadPeople(place?.memberIds ?? (ownId === null ? [] : [ownId]))
  return place === null ? { people } : { people, lists: place.lists }
}

/** Runs an import from the chosen file to the stored nodes. */
function useFileImport({ file, place, isAsked, onImported }: FileImportOptions) {
  const [state, setState] = useState<FileImportState>({ kind: 'reading' })
  const stopping = useRef(new AbortController())
  const [context] = useState(() => loadImportContext(place))
  const onImportedRef = useRef(onImported)
  useEffect(() => {
    onImportedRef.current = onImported
  }, [onImported])
  const send = useCallback(
    async (read: ParsedFile) => {
      const { signal } = stopping.current
      setState({ kind: 'sending', share: 0 })
      const onProgress = (share: number) => setState({ kind: 'sending', share })
      const answer = await uploadImport(read, place, { signal, onProgress })
      if (signal.aborted) return
      if (answer.ok) onImportedRef.current(answer.value, read)
      else setState({ kind: 'refused', text: answer.message })
    },
    [place],
  )
  const isUnderNode = place !== null && place.parentId !== null
  const lastPreview = useRef(0)
  const preview = useCallback(
    async (mapping: TableMapping | null) => {
      const { signal } = stopping.current
      const number = (lastPreview.current += 1)
      const previewed = await previewChosenTable(file, { mapping, isUnderNode, context: await context }, signal)
      // A slower answer to an earlier choice must not replace the latest one.
      if (signal.aborted || number !== lastPreview.current) return
      if (previewed.ok) setState({ kind: 'mapping', preview: previewed.preview })
      else setState({ kind: 'refused', text: previewed.text })
    },
    [file, isUnderNode, context],
  )
  useEffect(() => {
    const controller = new AbortController()
    stopping.current = controller
    if (isTableFile(file.name)) void preview(null)
    else
      void readChosenFile(file, null, context, controller.signal).then((read) => {
        if (controller.signal.aborted) return
        if (!read.ok) setState({ kind: 'refused', text: read.text })
        else if (isAsked) setState({ kind: 'asking', file: read.file })
        else void send(read.file)
      })
    return () => controller.abort()
  }, [file, isAsked, send, preview, context])
  return {
    state,
    send,
    changeMapping(shown: TablePreview, mapping: TableMapping) {
      setState({ kind: 'mapping', preview: { ...shown, mapping } })
      void preview(mapping)
    },
    async importTable(mapping: TableMapping) {
      const { signal } = stopping.current
      setState({ kind: 'reading' })
      const read = await readChosenFile(file, { mapping, isUnderNode }, context, signal)
      if (signal.aborted) return
      if (read.ok) await send(read.file)
      else setState({ kind: 'refused', text: read.text })
    },
    stop: () => stopping.current.abort(),
  }
}

/** Checks the size first: a file of many gigabytes must not be read only to be rejected. */
async function readChosenFile(
  file: File,
  table: ChosenTable | null,
  context: Promise<ImportContext>,
  signal: AbortSignal,
): Promise<ReadFileResult> {
  if (file.size > exchangeLimits.files.bytes) return { ok: false, text: createImportFault('too-large').text }
  // It loads its code while the file and the context are read.
  const worker = startReadWorker()
  try {
    const bytes = await file.arrayBuffer()
    return await worker.run({ kind: 'read', name: file.name, bytes, table, context: await context }, signal)
  } catch {
    return { ok: false, text: importDialogTexts.unreadable }
  } finally {
    worker.stop()
  }
}

async function previewChosenTable(
  file: File,
  options: { readonly mapping: TableMapping | null; readonly isUnderNode: boolean; readonly context: ImportContext },
  signal: AbortSignal,
): Promise<PreviewTableResult> {
  if (file.size > exchangeLimits.files.bytes) return { ok: false, text: createImportFault('too-large').text }
  const worker = startReadWorker()
  try {
    const bytes = await file.arrayBuffer()
    return await worker.run({ kind: 'preview-table', name: file.name, bytes, ...options }, signal)
  } catch {
    return { ok: false, text: importDialogTexts.unreadable }
  } finally {
    worker.stop()
  }
}

/** A target in an open project, with the title that the question shows. */
export interface NamedImportDestination extends ImportDestination {
  readonly title: string
  /** The lists that the file's tags, stages and own fields are looked up in. */
  readonly lists: FileDefinitions
  /** The people who can be assigned. */
  readonly memberIds: readonly string[]
}

interface ImportDialogProps {
  readonly file: File
  /** Null: the file becomes a new project. Another target is another import. */
  readonly into: NamedImportDestination | null
  /** The person has to confirm before something is changed. */
  readonly isAsked: boolean
  onImported(imported: ImportSummary): void
  /** The import was rejected or canceled, so nothing has changed. */
  onClose(): void
}

/** Imports a file. It is visible only while it has to ask, wait, or report something. */
export function ImportDialog({ file, into, isAsked, onImported, onClose }: ImportDialogProps) {
  const { state, send, changeMapping, importTable, stop } = useFileImport({
    file,
    place: into,
    isAsked,
    onImported: (imported, read) => {
      announceImport(read)
      onImported(imported)
    },
  })
  const isLate = useIsSlow()
  const giveUp = () => {
    stop()
    onClose()
  }
  if (state.kind === 'refused') return <ImportFailure name={file.name} text={state.text} onClose={onClose} />
  if (state.kind === 'mapping') {
    const { preview } = state
    return (
      <TableMappingDialog
        name={file.name}
        into={into?.title ?? null}
        preview={preview}
        onChange={(mapping) => changeMapping(preview, mapping)}
        onImport={() => void importTable(preview.mapping)}
        onCancel={giveUp}
      />
    )
  }
  if (state.kind === 'asking') {
    const { nodeCount, remarks } = state.file
    const question = [importDialogTexts.question(nodeCount, into?.title ?? ''), ...remarks.slice(0, mostRemarks)].join(
      ' ',
    )
    return <ConfirmDialog question={question} onConfirm={() => void send(state.file)} onCancel={giveUp} />
  }
  return isLate ? <FileImportProgress name={file.name} state={state} onStop={giveUp} /> : null
}

/** A file may have a remark for each node; those about fields come first and are few. */
const mostRemarks = 10

function announceImport({ nodeCount, remarks }: ParsedFile): void {
  toast.success([importDialogTexts.imported(nodeCount), ...remarks.slice(0, mostRemarks)].join(' '))
}

/** Shows progress for anything that takes longer than this. */
function useIsSlow(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), exchangeLimits.progressAfterMs)
    return () => window.clearTimeout(timer)
  }, [])
  return isLate
}

interface FileImportProgressProps {
  readonly name: string
  readonly state: Extract<FileImportState, { kind: 'reading' | 'sending' }>
  onStop(): void
}

function FileImportProgress({ name, state, onStop }: FileImportProgressProps) {
  const share = state.kind === 'sending' && state.share < 1 ? state.share : undefined
  const step =
    state.kind === 'reading'
      ? importDialogTexts.reading
      : share === undefined
        ? importDialogTexts.creating
        : importDialogTexts.sending
  return (
    <Dialog title={importDialogTexts.importing(name)} onClose={onStop}>
      <div className={styles.body}>
        <output>{step}</output>
        <progress className={styles.bar} aria-label={step} value={share} max={1} />
        <div className={styles.answers}>
          <Button onClick={onStop}>{importDialogTexts.stop}</Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ImportFailureProps {
  readonly name: string
  readonly text: string
  onClose(): void
}

const ImportFailure = ({ name, text, onClose }: ImportFailureProps) => (
  <Dialog title={importDialogTexts.notImported(name)} role="alertdialog" onClose={onClose}>
    <div className={styles.body}>
      <p>{text}</p>
      <p>{importDialogTexts.nothingChanged}</p>
      <div className={styles.answers}>
        <Button variant="primary" onClick={onClose}>
          {importDialogTexts.ok}
        </Button>
      </div>
    </div>
  </Dialog>
)
