import type { Branch } from '@espalier/domain'
import { useState, useSyncExternalStore } from 'react'
import type { Board } from '../../../data/board/board.ts'
import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { goTo, isMade } from '../workbench/acting.ts'
import { attempt } from '../workbench/intent.ts'
import { createFirst } from '../workbench/intents/adding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './EmptyProject.module.css'
import { example } from './example.ts'
import { OutlineDialog } from './OutlineDialog.tsx'

/** What stands in a project that has no nodes: the ways to begin. It lies over the canvas, outside of the tree. */
export function EmptyProject({ bench }: { readonly bench: Workbench }) {
  const isEmpty = useIsEmpty(bench.board)
  const canEdit = useCell(bench.board.canEdit)
  if (!isEmpty) return null
  return (
    <div className={styles.place}>
      <EmptyState heading="No nodes yet">
        {canEdit ? <Beginnings bench={bench} /> : <p>Nothing has been planned in this project so far.</p>}
      </EmptyState>
    </div>
  )
}

const useIsEmpty = (board: Board): boolean =>
  useSyncExternalStore(
    (listener) => board.listen(listener),
    () => board.graph.livingCount === 0,
  )

function Beginnings({ bench }: { readonly bench: Workbench }) {
  const [isPasting, setPasting] = useState(false)
  return (
    <>
      <p>Start with what you want to reach. Enter or Tab begins, too.</p>
      <div className={styles.ways}>
        <Button look="primary" onClick={() => attempt(createFirst, bench, null)}>
          Create node
        </Button>
        <Button onClick={() => setPasting(true)}>Paste an outline</Button>
        <Button onClick={() => plant(bench, [example])}>Take a short example</Button>
      </div>
      {isPasting && (
        <OutlineDialog
          onClose={() => setPasting(false)}
          onBranches={(branches) => {
            setPasting(false)
            plant(bench, branches)
          }}
        />
      )}
    </>
  )
}

function plant(bench: Workbench, branches: readonly Branch[]): void {
  const planted = bench.board.edits.insertBranches({ kind: 'root' }, branches)
  if (!isMade(bench, planted)) return
  bench.stage.fit()
  const [first] = planted.value
  if (first !== undefined) goTo(bench, first)
}
