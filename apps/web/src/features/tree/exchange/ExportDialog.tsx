import { type NodeId, plainTextOf, shorten } from '@espalier/domain'
import { type Format, type FormatId, formatOf, formats } from '@espalier/interchange'
import { type FormEvent, useMemo, useState } from 'react'
import { FileButton } from '../../../actions/exchange/FileButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormMessage } from '../../../ui/form/FormMessage.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { topmostOf } from '../clipboard/copied-branches.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { drawingOf } from './drawing-of.ts'
import styles from './exchange.module.css'
import { landingOf } from './landing.ts'
import { scaleText } from './picture-scale.ts'
import { useExport } from './use-export.ts'

const offered: readonly Format[] = formats.filter(({ canWrite }) => canWrite)
const isFormat = (value: string): value is FormatId => offered.some(({ id }) => id === value)

/** Asks for a format and for what goes out, and says what is lost. */
export function ExportDialog({ bench }: { readonly bench: Workbench }) {
  const [format, setFormat] = useState<FormatId>('espalier')
  const [selected] = useState(() => topmostOf(bench.board, bench.selection.get().ids))
  const [isWhole, setWhole] = useState(true)
  const topIds = isWhole ? noIds : selected
  const { state, start, stop } = useExport(bench.board)
  const close = () => {
    stop()
    bench.dialog.set(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start(format, topIds).then((isDone) => isDone && close())
  }
  return (
    <Dialog title="Export" onClose={close}>
      <form className={styles.form} onSubmit={submit}>
        {state.kind === 'failed' && <FormMessage tone="error" text={state.text} isSummary />}
        <SelectField
          label="Format"
          name="format"
          choices={offered.map(({ id, name, extension }) => ({ value: id, label: `${name} (${extension})` }))}
          value={format}
          onChange={(value) => isFormat(value) && setFormat(value)}
        />
        <p className={styles.note}>{lossText(format)}</p>
        <Extent bench={bench} selected={selected} isWhole={isWhole} onChange={setWhole} />
        {format === 'png' && <Scale bench={bench} topIds={topIds} />}
        {state.kind === 'late' && <progress className={styles.bar} aria-label="Preparing the file" />}
        <div className={styles.answers}>
          <ImportInstead bench={bench} meant={selected[0]} />
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={state.kind === 'working' || state.kind === 'late'}>
            Download
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ImportInsteadProps {
  readonly bench: Workbench
  readonly meant: NodeId | undefined
}

/** Whoever cannot drag a file finds the way in beside the way out. */
function ImportInstead({ bench, meant }: ImportInsteadProps) {
  if (!bench.board.canEdit.get()) return null
  const take = (file: File) =>
    bench.dialog.set({ kind: 'import', file, nodeId: landingOf(bench.board, meant), isAsked: true })
  return (
    <div className={styles.otherWay}>
      <FileButton look="quiet" onFile={take}>
        Import a file
      </FileButton>
    </div>
  )
}

const noIds: readonly NodeId[] = []

function lossText(format: FormatId): string {
  const { loses, canRead } = formatOf(format)
  if (loses.length === 0) return 'Nothing is lost: it can be imported again as it is.'
  const back = canRead ? 'It can be imported again.' : 'It cannot be imported again.'
  return `Not kept: ${loses.join(', ')}. ${back}`
}

interface ExtentProps {
  readonly bench: Workbench
  readonly selected: readonly NodeId[]
  readonly isWhole: boolean
  onChange(isWhole: boolean): void
}

function Extent({ bench, selected, isWhole, onChange }: ExtentProps) {
  const [first, ...others] = selected
  const name = first === undefined ? '' : shorten(plainTextOf(bench.board.node(first)?.title ?? ''))
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return (
    <fieldset className={styles.choices}>
      <legend>What</legend>
      <label className={styles.choice}>
        <input type="radio" name="extent" checked={isWhole} onChange={() => onChange(true)} />
        Whole project
      </label>
      <label className={styles.choice}>
        <input
          type="radio"
          name="extent"
          checked={!isWhole}
          disabled={first === undefined}
          onChange={() => onChange(false)}
        />
        {first === undefined ? 'Selected branch (select a node first)' : `Selected branch: ${name}${more}`}
      </label>
    </fieldset>
  )
}

function Scale({ bench, topIds }: { readonly bench: Workbench; readonly topIds: readonly NodeId[] }) {
  const text = useMemo(() => scaleText(drawingOf(bench.board, topIds)), [bench, topIds])
  return <output className={styles.note}>{text}</output>
}
