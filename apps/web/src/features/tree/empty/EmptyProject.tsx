import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Board } from '../../../data/board/board.ts'
import { useCell } from '../../../platform/cell.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './EmptyProject.module.css'

const Beginnings = lazy(async () => ({ default: (await import('./Beginnings.tsx')).Beginnings }))

/** What stands in a project that has no nodes: the ways to begin. It lies over the canvas, outside of the tree. */
export function EmptyProject({ bench }: { readonly bench: Workbench }) {
  const isEmpty = useIsEmpty(bench.board)
  const canEdit = useCell(bench.board.canEdit)
  if (!isEmpty) return null
  return (
    <div className={styles.place}>
      <EmptyState heading="No nodes yet">
        {canEdit ? (
          <Suspense fallback={null}>
            <Beginnings bench={bench} />
          </Suspense>
        ) : (
          <p>Nothing has been planned in this project so far.</p>
        )}
      </EmptyState>
    </div>
  )
}

const useIsEmpty = (board: Board): boolean =>
  useSyncExternalStore(
    (listener) => board.listen(listener),
    () => board.graph.livingCount === 0,
  )
