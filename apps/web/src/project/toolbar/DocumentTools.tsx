import Download from 'lucide-react/icons/download'
import History from 'lucide-react/icons/history'
import Lightbulb from 'lucide-react/icons/lightbulb'
import ListChecks from 'lucide-react/icons/list-checks'
import Plug from 'lucide-react/icons/plug'
import { useCell } from '../../platform/cell.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { Menu } from '../../ui/Menu.tsx'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { openProjectLists } from '../lists/open-lists.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ToolButton, ToolFace } from './ToolButton.tsx'
import styles from './Toolbar.module.css'

const SyncMarks = preloadableComponent(async () => (await import('../jira/SyncMarks.tsx')).SyncMarks)
const IntegrationItems = preloadableComponent(async () => (await import('./ToolbarMenuItems.tsx')).IntegrationItems)

interface WorkspaceProps {
  readonly workspace: ProjectWorkspace
}

/** Tools that nobody needs in the first second, so they are loaded after the others. */
export function DocumentTools({ workspace }: WorkspaceProps) {
  const canEdit = useCell(workspace.client.canEdit)
  return (
    <>
      {canEdit && <IntegrationsMenu workspace={workspace} />}
      {canEdit && <HistoryButton workspace={workspace} />}
      <ProposalsButton workspace={workspace} />
      {canEdit && (
        <ToolButton label={toolbarTexts.lists} Icon={ListChecks} onClick={() => openProjectLists(workspace)} />
      )}
      <ToolButton
        label={toolbarTexts.exportProject}
        Icon={Download}
        onClick={() => workspace.dialog.set({ kind: 'export' })}
      />
    </>
  )
}

export const IntegrationsMenu = ({ workspace }: WorkspaceProps) => (
  <Menu
    label={toolbarTexts.integrations}
    className={styles.tool}
    triggerContent={<ToolFace label={toolbarTexts.integrations} Icon={Plug} />}
  >
    <IntegrationItems workspace={workspace} />
  </Menu>
)

/** Shown while there are open proposals. */
function ProposalsButton({ workspace }: WorkspaceProps) {
  const shown = useCell(workspace.proposals)
  if (shown === null) return null
  const label = toolbarTexts.openProposals(shown.count)
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-expanded={shown.isOpen}
      data-state={shown.isOpen ? 'open' : 'closed'}
      className={styles.tool}
      data-tool="proposals"
      onClick={shown.toggle}
    >
      <ToolFace label={label} Icon={Lightbulb} />
    </button>
  )
}

function HistoryButton({ workspace }: WorkspaceProps) {
  const isOpen = useCell(workspace.isHistoryOpen)
  const isSynced = useCell(workspace.client.project, ({ jiraSync }) => jiraSync)
  return (
    <>
      <button
        type="button"
        aria-label={toolbarTexts.history}
        data-tooltip={toolbarTexts.history}
        aria-expanded={isOpen}
        data-state={isOpen ? 'open' : 'closed'}
        className={styles.tool}
        data-tool="history"
        onClick={() => workspace.isHistoryOpen.set(!isOpen)}
      >
        <ToolFace label={toolbarTexts.history} Icon={History} />
      </button>
      {isSynced && (
        <LazyBoundary>
          <SyncMarks workspace={workspace} />
        </LazyBoundary>
      )}
    </>
  )
}
