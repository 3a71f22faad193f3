import { useCell } from '../../../platform/cell.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { StartOptions } from './Beginnings.tsx'
import styles from './EmptyProject.module.css'

/** The ways to begin. They lie over the canvas, outside of the tree. */
export function EmptyProjectPanel({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const canEdit = useCell(workspace.board.canEdit)
  return (
    <div className={styles.place}>
      <EmptyState heading="No nodes yet">
        {canEdit ? <StartOptions workspace={workspace} /> : <p>Nothing has been planned in this project so far.</p>}
      </EmptyState>
    </div>
  )
}
