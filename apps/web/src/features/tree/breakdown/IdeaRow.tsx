import { type NodeId, plainTextOf } from '@espalier/domain'
import { useSyncExternalStore } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { select } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './BreakdownBar.module.css'

interface IdeaRowProps {
  readonly bench: Workbench
  readonly id: NodeId
  readonly onEdit: (id: NodeId) => void
  readonly onDrop: (id: NodeId) => void
}

export function IdeaRow({ bench, id, onEdit, onDrop }: IdeaRowProps) {
  const { board } = bench
  const node = useSyncExternalStore(
    (listener) => board.listenTo(id, listener),
    () => board.node(id),
  )
  const title = plainTextOf(node?.title ?? '')
  // Which one is meant is seen on the canvas.
  const show = (): void => {
    select(bench, id)
    bench.stage.reveal(id)
  }
  return (
    <li className={styles.row} data-idea={id} aria-label={title}>
      <span className={styles.title}>{title}</span>
      <Button look="quiet" size="small" onFocus={show} onClick={() => onEdit(id)}>
        Edit
      </Button>
      <Button look="quiet" size="small" onFocus={show} onClick={() => onDrop(id)}>
        Drop
      </Button>
    </li>
  )
}
