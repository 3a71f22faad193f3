import { useCell } from '../../platform/cell.ts'
import { closeAndReopenCell, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const HistoryPanel = preloadableComponent(async () => (await import('../history/HistoryPanel.tsx')).HistoryPanel)
const DetailsPanel = preloadableComponent(async () => (await import('../details/DetailsPanel.tsx')).DetailsPanel)
const NodeMenu = preloadableComponent(async () => (await import('../menu/NodeMenu.tsx')).NodeMenu)
const ProjectDialogs = preloadableComponent(async () => (await import('../dialogs/ProjectDialogs.tsx')).ProjectDialogs)

interface SlotProps {
  readonly workspace: ProjectWorkspace
}

/** The editor is loaded with the first opened panel. */
export function DetailsSlot({ workspace }: SlotProps) {
  const isOpen = useCell(workspace.detailsNodeId, (nodeId) => nodeId !== null)
  return isOpen ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.detailsNodeId, null)}>
      <DetailsPanel workspace={workspace} />
    </LazyBoundary>
  ) : null
}

export function HistorySlot({ workspace }: SlotProps) {
  return useCell(workspace.isHistoryOpen) ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.isHistoryOpen, false)}>
      <HistoryPanel workspace={workspace} />
    </LazyBoundary>
  ) : null
}

/** Nothing of it is loaded before somebody proposes something, or asks what if. */
export const ProposalsSlot = ({ workspace }: SlotProps) => (
  <>
    {useCell(workspace.proposals, (shown) => shown?.part)}
    {useCell(workspace.draft, (open) => open?.part)}
  </>
)

export function MenuSlot({ workspace }: SlotProps) {
  const isOpen = useCell(workspace.menu, (menu) => menu !== null)
  return isOpen ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.menu, null)}>
      <NodeMenu workspace={workspace} />
    </LazyBoundary>
  ) : null
}

export function DialogSlot({ workspace }: SlotProps) {
  const isOpen = useCell(workspace.dialog, (dialog) => dialog !== null)
  return isOpen ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.dialog, null)}>
      <ProjectDialogs workspace={workspace} />
    </LazyBoundary>
  ) : null
}
