import { type NodeId, toPlainText } from '@espalier/domain'
import { useSyncExternalStore } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { selectNode } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './BreakdownBar.module.css'

interface IdeaRowProps {
  readonly workspace: ProjectWorkspace
  readonly id: NodeId
  readonly onEdit: (id: NodeId) => void
  readonly onDrop: (id: NodeId) => void
}

export function IdeaRow({ workspace, id, onEdit, onDrop }: IdeaRowProps) {
  const { board } = workspace
  const node = useSyncExternalStore(
    (listener) => board.listenTo(id, listener),
    () => board.node(id),
  )
  const title = toPlainText(node?.title ?? '')
  // Which one is meant is seen on the canvas.
  const show = (): void => {
    selectNode(workspace, id)
    workspace.map.reveal(id)
  }
  return (
    <li className={styles.row} data-idea={id} aria-label={title}>
      <span className={styles.title}>{title}</span>
      <Button variant="quiet" size="small" onFocus={show} onClick={() => onEdit(id)}>
        Edit
      </Button>
      <Button variant="quiet" size="small" onFocus={show} onClick={() => onDrop(id)}>
        Drop
      </Button>
    </li>
  )
}
