import type { ReactNode } from 'react'
import { useCell } from '../../platform/cell.ts'
import { closeAndReopenCell, LazyBoundary, lazyComponent, preloadableComponent } from '../../ui/lazy-component.tsx'
import type { OpenDialog, ProjectWorkspace } from '../workspace/project-workspace.ts'

const HelpDialog = preloadableComponent(async () => (await import('./HelpDialog.tsx')).HelpDialog)
const NodePicker = preloadableComponent(async () => (await import('./NodePicker.tsx')).NodePicker)
const ExportDialog = preloadableComponent(async () => (await import('../import-export/ExportDialog.tsx')).ExportDialog)
const ImportIntoProject = preloadableComponent(
  async () => (await import('../import-export/ImportIntoProject.tsx')).ImportIntoProject,
)
const CommandPalette = preloadableComponent(async () => (await import('../commands/CommandPalette.tsx')).CommandPalette)
const ListsDialog = preloadableComponent(async () => (await import('../lists/ListsDialog.tsx')).ListsDialog)
const LinkProjectDialog = preloadableComponent(async () => (await import('./LinkProjectDialog.tsx')).LinkProjectDialog)
const WhatIfOpener = preloadableComponent(async () => (await import('../what-if/open-what-if.tsx')).WhatIfOpener)
const WebhooksDialog = lazyComponent(async () => (await import('../webhooks/WebhooksDialog.tsx')).WebhooksDialog)

/** Shows the open dialog of the project screen, if any. */
export function ProjectDialogs({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const dialog = useCell(workspace.dialog)
  if (dialog === null) return null
  return (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.dialog, null)}>{renderDialog(workspace, dialog)}</LazyBoundary>
  )
}

function renderDialog(workspace: ProjectWorkspace, dialog: OpenDialog): ReactNode {
  switch (dialog.kind) {
    case 'help':
      return <HelpDialog workspace={workspace} />
    case 'link':
      return <LinkProjectDialog workspace={workspace} nodeId={dialog.nodeId} />
    case 'move-to':
    case 'add-parent':
      return <NodePicker key={dialog.kind} workspace={workspace} kind={dialog.kind} nodeId={dialog.nodeId} />
    case 'commands':
      return <CommandPalette workspace={workspace} opened={dialog} />
    case 'export':
      return <ExportDialog workspace={workspace} />
    case 'webhooks':
      return <WebhooksDialog workspace={workspace} />
    case 'what-if':
      return <WhatIfOpener workspace={workspace} />
    case 'lists':
      return <ListsDialog workspace={workspace} first={dialog.list} />
    case 'import':
      return <ImportIntoProject workspace={workspace} {...dialog} />
  }
}
