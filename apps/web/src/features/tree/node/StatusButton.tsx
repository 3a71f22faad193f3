import type { NodeStatus } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import { joinClasses } from '../../../ui/join-classes.ts'
import { cycleStatus } from '../workbench/intents/writing.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface StatusButtonProps {
  readonly bench: Workbench
  readonly record: NodeRecord
  readonly canEdit: boolean
  /** Above the mark of a description. */
  readonly isRaised: boolean
}

const names: Readonly<Record<NodeStatus, string>> = {
  todo: 'Status: to do',
  progress: 'Status: in progress',
  done: 'Status: done',
}

/** The status by its shape. */
export function StatusButton({ bench, record: { id, status }, canEdit, isRaised }: StatusButtonProps) {
  return (
    <button
      type="button"
      className={joinClasses(styles.status, isRaised && styles.raised)}
      tabIndex={-1}
      disabled={!canEdit}
      aria-label={names[status]}
      onClick={() => cycleStatus.run(bench, id)}
    />
  )
}
