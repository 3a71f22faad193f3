import { exchangeLimits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import type { ImportSummary, ImportDestination } from '../../data/exchange/index.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import styles from './ImportDialog.module.css'
import type { ParsedFile } from './jobs.ts'
import { type FileImportState, useFileImport } from './use-import.ts'

/** A place in an open project, as the question names it. */
export interface NamedImportDestination extends ImportDestination {
  readonly title: string
}

interface ImportDialogProps {
  readonly file: File
  /** Null: it becomes a project of its own. Another one is another import. */
  readonly into: NamedImportDestination | null
  /** Whether something is changed that the person has to agree to first. */
  readonly isAsked: boolean
  onImported(imported: ImportSummary): void
  /** It was refused, or given up: nothing has changed. */
  onClose(): void
}

export const formatNodeCount = (count: number): string => (count === 1 ? '1 node' : `${count.toLocaleString('en')} nodes`)

/** Takes a file in. It shows itself only where there is something to ask, to wait for, or to say. */
export function ImportDialog({ file, into, isAsked, onImported, onClose }: ImportDialogProps) {
  const { state, send, stop } = useFileImport({
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
  if (state.kind === 'asking') {
    const question = `Import ${formatNodeCount(state.file.nodeCount)} under ${into?.title ?? ''}?`
    return <ConfirmDialog question={question} onConfirm={() => void send(state.file)} onCancel={giveUp} />
  }
  return isLate ? <FileImportProgress name={file.name} state={state} onStop={giveUp} /> : null
}

function announceImport({ nodeCount, remarks }: ParsedFile): void {
  toast.success([`Imported ${formatNodeCount(nodeCount)}.`, ...remarks.slice(0, 3)].join(' '))
}

/** Whatever takes longer than this shows how far it is. */
function useIsSlow(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), exchangeLimits.progressAfterMs)
    return () => window.clearTimeout(timer)
  }, [])
  return isLate
}

const progressTexts = {
  reading: 'Reading the file',
  sending: 'Sending it to the server',
  making: 'Making the nodes',
} as const

interface FileImportProgressProps {
  readonly name: string
  readonly state: Extract<FileImportState, { kind: 'reading' | 'sending' }>
  onStop(): void
}

function FileImportProgress({ name, state, onStop }: FileImportProgressProps) {
  const share = state.kind === 'sending' && state.share < 1 ? state.share : undefined
  const step = state.kind === 'reading' ? progressTexts.reading : share === undefined ? progressTexts.making : progressTexts.sending
  return (
    <Dialog title={`Importing ${name}`} onClose={onStop}>
      <div className={styles.body}>
        <output>{step}</output>
        <progress className={styles.bar} aria-label={step} value={share} max={1} />
        <div className={styles.answers}>
          <Button onClick={onStop}>Stop</Button>
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
  <Dialog title={`${name} was not imported`} role="alertdialog" onClose={onClose}>
    <div className={styles.body}>
      <p>{text}</p>
      <p>Nothing has changed.</p>
      <div className={styles.answers}>
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      </div>
    </div>
  </Dialog>
)
