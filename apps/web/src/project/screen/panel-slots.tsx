import { useCell } from '../../platform/cell.ts'
import { closeAndReopenCell, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/* The panels that the project screen and the tour open over or beside the map. */

const NodeMenu = preloadableComponent(async () => (await import('../menu/NodeMenu.tsx')).NodeMenu)
const ProjectDialogs = preloadableComponent(async () => (await import('../dialogs/ProjectDialogs.tsx')).ProjectDialogs)
const DetailsPanel = preloadableComponent(async () => (await import('../details/DetailsPanel.tsx')).DetailsPanel)

export function MenuSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isOpen = useCell(workspace.menu, (menu) => menu !== null)
  return isOpen ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.menu, null)}>
      <NodeMenu workspace={workspace} />
    </LazyBoundary>
  ) : null
}

/** The editor is loaded with the first opened panel. */
export function DetailsSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isOpen = useCell(workspace.detailsNodeId, (nodeId) => nodeId !== null)
  return isOpen ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.detailsNodeId, null)}>
      <DetailsPanel workspace={workspace} />
    </LazyBoundary>
  ) : null
}

export function DialogSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isOpen = useCell(workspace.dialog, (dialog) => dialog !== null)
  return isOpen ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.dialog, null)}>
      <ProjectDialogs workspace={workspace} />
    </LazyBoundary>
  ) : null
}
