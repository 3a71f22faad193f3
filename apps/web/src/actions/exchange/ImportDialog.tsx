import { exchangeLimits } from '@espalier/domain'
import { useEffect, useState } from 'react'
import type { Imported, ImportPlace } from '../../data/exchange/index.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import styles from './ImportDialog.module.css'
import type { ReadFile } from './jobs.ts'
import { type ImportState, useImport } from './use-import.ts'

/** A place in an open project, as the question names it. */
export interface NamedPlace extends ImportPlace {
  readonly title: string
}

interface ImportDialogProps {
  readonly file: File
  /** Null: it becomes a project of its own. Another one is another import. */
  readonly into: NamedPlace | null
  /** Whether something is changed that the person has to agree to first. */
  readonly isAsked: boolean
  onImported(imported: Imported): void
  /** It was refused, or given up: nothing has changed. */
  onClose(): void
}

export const nodesText = (count: number): string => (count === 1 ? '1 node' : `${count.toLocaleString('en')} nodes`)

/** Takes a file in. It shows itself only where there is something to ask, to wait for, or to say. */
export function ImportDialog({ file, into, isAsked, onImported, onClose }: ImportDialogProps) {
  const { state, send, stop } = useImport({
    file,
    place: into,
    isAsked,
    onImported: (imported, read) => {
      announce(read)
      onImported(imported)
    },
  })
  const isLate = useLate()
  const giveUp = () => {
    stop()
    onClose()
  }
  if (state.kind === 'refused') return <Refusal name={file.name} text={state.text} onClose={onClose} />
  if (state.kind === 'asking') {
    const question = `Import ${nodesText(state.file.nodeCount)} under ${into?.title ?? ''}?`
    return <ConfirmDialog question={question} onConfirm={() => void send(state.file)} onCancel={giveUp} />
  }
  return isLate ? <Progress name={file.name} state={state} onStop={giveUp} /> : null
}

function announce({ nodeCount, remarks }: ReadFile): void {
  toast.success([`Imported ${nodesText(nodeCount)}.`, ...remarks.slice(0, 3)].join(' '))
}

/** Whatever takes longer than this shows how far it is. */
function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), exchangeLimits.progressAfterMs)
    return () => window.clearTimeout(timer)
  }, [])
  return isLate
}

const steps = {
  reading: 'Reading the file',
  sending: 'Sending it to the server',
  making: 'Making the nodes',
} as const

interface ProgressProps {
  readonly name: string
  readonly state: Extract<ImportState, { kind: 'reading' | 'sending' }>
  onStop(): void
}

function Progress({ name, state, onStop }: ProgressProps) {
  const share = state.kind === 'sending' && state.share < 1 ? state.share : undefined
  const step = state.kind === 'reading' ? steps.reading : share === undefined ? steps.making : steps.sending
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

interface RefusalProps {
  readonly name: string
  readonly text: string
  onClose(): void
}

const Refusal = ({ name, text, onClose }: RefusalProps) => (
  <Dialog title={`${name} was not imported`} role="alertdialog" onClose={onClose}>
    <div className={styles.body}>
      <p>{text}</p>
      <p>Nothing has changed.</p>
      <div className={styles.answers}>
        <Button look="primary" onClick={onClose}>
          OK
        </Button>
      </div>
    </div>
  </Dialog>
)
