import { type ReactNode } from 'react'
import { useCell } from '../../../platform/cell.ts'
import type { OpenDialog, Workbench } from '../workbench/workbench.ts'
import { closeCell, LazyPlace, screenPart } from '../../../ui/lazy-part.tsx'

const HelpDialog = screenPart(async () => (await import('./HelpDialog.tsx')).HelpDialog)
const NodePicker = screenPart(async () => (await import('./NodePicker.tsx')).NodePicker)
const ExportDialog = screenPart(async () => (await import('../exchange/ExportDialog.tsx')).ExportDialog)
const ImportInto = screenPart(async () => (await import('../exchange/ImportInto.tsx')).ImportInto)
const LinkPanel = screenPart(async () => (await import('../link/LinkPanel.tsx')).LinkPanel)

/** The dialog that is open on the project screen, if any. */
export function BenchDialogs({ bench }: { readonly bench: Workbench }) {
  const dialog = useCell(bench.dialog)
  if (dialog === null) return null
  return <LazyPlace onFailed={closeCell(bench.dialog, null)}>{drawn(bench, dialog)}</LazyPlace>
}

function drawn(bench: Workbench, dialog: OpenDialog): ReactNode {
  switch (dialog.kind) {
    case 'help':
      return <HelpDialog bench={bench} />
    case 'link':
      return <LinkPanel bench={bench} nodeId={dialog.nodeId} />
    case 'move-to':
    case 'add-parent':
      return <NodePicker key={dialog.kind} bench={bench} kind={dialog.kind} nodeId={dialog.nodeId} />
    case 'export':
      return <ExportDialog bench={bench} />
    case 'import':
      return <ImportInto bench={bench} {...dialog} />
  }
}
