import { type NodeId, shortenText, toPlainText } from '@espalier/domain'
import { findFormat, type Format, type FormatId, formats, type PaperSize, paperSizes } from '@espalier/interchange'
import { type FormEvent, useMemo, useState } from 'react'
import { FileButton } from '../../import-export/file-input.tsx'
import { projectExportTexts as texts } from '../../texts/project-export.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormMessage } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { findTopmostNodes } from '../clipboard/clipboard-payload.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { drawProject } from './draw-project.ts'
import { chooseImportParent } from './drop-files.ts'
import { describePictureScale, useFileExport } from './export-file.ts'
import styles from './import-export.module.css'

const exportFormats: readonly Format[] = formats.filter(({ canWrite }) => canWrite)
const isExportFormat = (value: string): value is FormatId => exportFormats.some(({ id }) => id === value)

/** Asks for a format and a scope, and says what is lost. */
export function ExportDialog({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const [format, setFormat] = useState<FormatId>('espalier')
  const [selected] = useState(() => findTopmostNodes(workspace.client, workspace.selection.get().ids))
  const [isWhole, setWhole] = useState(true)
  const [paper, setPaper] = useState<PaperSize | null>(guessPaper)
  const topIds = isWhole ? noIds : selected
  const { holds } = findFormat(format)
  const { state, start, stop } = useFileExport(workspace)
  const close = () => {
    stop()
    workspace.dialog.set(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start(format, topIds, paper).then((isDone) => isDone && close())
  }
  return (
    <Dialog title={texts.title} onClose={close}>
      <form className={styles.form} onSubmit={submit}>
        {state.kind === 'failed' && <FormMessage tone="error" text={state.text} isSummary />}
        <SelectField
          label={texts.format}
          name="format"
          choices={exportFormats.map(({ id, name, extension }) => ({
            value: id,
            label: texts.formatChoice(name, extension),
          }))}
          value={format}
          onChange={(value) => isExportFormat(value) && setFormat(value)}
        />
        <p className={styles.note}>{describeLoss(format)}</p>
        {holds.length > 0 && <p className={styles.note}>{texts.holds(holds)}</p>}
        <ExtentField workspace={workspace} selected={selected} isWhole={isWhole} onChange={setWhole} />
        {format === 'pdf' && <PaperField paper={paper} onChange={setPaper} />}
        {format === 'png' && <PictureScaleNote workspace={workspace} topIds={topIds} />}
        {state.kind === 'late' && <progress className={styles.bar} aria-label={texts.preparing} />}
        <div className={styles.answers}>
          <ImportInstead workspace={workspace} meant={selected[0]} />
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={state.kind === 'working' || state.kind === 'late'}>
            {texts.download}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** These countries print on Letter; the rest of the world prints on A4. */
const letterRegions: readonly string[] = ['US', 'CA', 'MX', 'PH', 'CO', 'CL', 'VE']

function guessPaper(): PaperSize {
  const region = /-([A-Z]{2})\b/u.exec(navigator.language)?.[1]
  return region !== undefined && letterRegions.includes(region) ? 'letter' : 'a4'
}

interface PaperFieldProps {
  /** Null: one page as large as the map. */
  readonly paper: PaperSize | null
  onChange(paper: PaperSize | null): void
}

const PaperField = ({ paper, onChange }: PaperFieldProps) => (
  <SelectField
    label={texts.paper}
    name="paper"
    choices={[...paperSizes, 'single' as const].map((value) => ({ value, label: texts.papers[value] }))}
    value={paper ?? 'single'}
    onChange={(value) => onChange(paperSizes.find((one) => one === value) ?? null)}
  />
)

interface ImportInsteadProps {
  readonly workspace: ProjectWorkspace
  readonly meant: NodeId | undefined
}

/** Offers an import here for people who cannot drag a file. */
function ImportInstead({ workspace, meant }: ImportInsteadProps) {
  if (!workspace.client.canEdit.get()) return null
  const startImport = (file: File) =>
    workspace.dialog.set({ kind: 'import', file, nodeId: chooseImportParent(workspace.client, meant), isAsked: true })
  return (
    <div className={styles.otherWay}>
      <FileButton variant="quiet" onFile={startImport}>
        {texts.importFile}
      </FileButton>
    </div>
  )
}

const noIds: readonly NodeId[] = []

function describeLoss(format: FormatId): string {
  const { loses, canRead } = findFormat(format)
  if (loses.length === 0) return texts.lossless
  return canRead ? texts.lossy(loses) : texts.lossyForGood(loses)
}

interface ExtentFieldProps {
  readonly workspace: ProjectWorkspace
  readonly selected: readonly NodeId[]
  readonly isWhole: boolean
  onChange(isWhole: boolean): void
}

function ExtentField({ workspace, selected, isWhole, onChange }: ExtentFieldProps) {
  const [first, ...others] = selected
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.include}</legend>
      <label className={styles.choice}>
        <input type="radio" name="extent" checked={isWhole} onChange={() => onChange(true)} />
        {texts.wholeProject}
      </label>
      <label className={styles.choice}>
        <input
          type="radio"
          name="extent"
          checked={!isWhole}
          disabled={first === undefined}
          onChange={() => onChange(false)}
        />
        {first === undefined ? texts.noBranch : nameBranches(workspace, first, others.length)}
      </label>
    </fieldset>
  )
}

function nameBranches({ client }: ProjectWorkspace, firstId: NodeId, others: number): string {
  const title = shortenText(toPlainText(client.node(firstId)?.title ?? ''))
  return others === 0 ? texts.branch(title) : texts.branches(title, others)
}

function PictureScaleNote({
  workspace,
  topIds,
}: {
  readonly workspace: ProjectWorkspace
  readonly topIds: readonly NodeId[]
}) {
  const text = useMemo(() => {
    const { client, chips } = workspace
    return describePictureScale(drawProject(client, topIds, { chips: chips.get() }))
  }, [workspace, topIds])
  return <output className={styles.note}>{text}</output>
}
