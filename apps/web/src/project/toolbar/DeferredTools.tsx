import History from 'lucide-react/icons/history'
import { useCell } from '../../platform/cell.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ToolFace } from './ToolButton.tsx'
import styles from './Toolbar.module.css'

const SyncMarks = preloadableComponent(async () => (await import('../jira/SyncMarks.tsx')).SyncMarks)

/** Tools that nobody needs in the first second, so they are loaded after the others. */
export function DeferredTools({ workspace }: { readonly workspace: ProjectWorkspace }) {
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
