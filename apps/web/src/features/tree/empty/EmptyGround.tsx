import { useCell } from '../../../platform/cell.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import { Beginnings } from './Beginnings.tsx'
import styles from './EmptyProject.module.css'

/** The ways to begin. They lie over the canvas, outside of the tree. */
export function EmptyGround({ bench }: { readonly bench: Workbench }) {
  const canEdit = useCell(bench.board.canEdit)
  return (
    <div className={styles.place}>
      <EmptyState heading="No nodes yet">
        {canEdit ? <Beginnings bench={bench} /> : <p>Nothing has been planned in this project so far.</p>}
      </EmptyState>
    </div>
  )
}
