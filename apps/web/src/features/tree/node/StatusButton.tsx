import type { NodeStatus } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import { joinClasses } from '../../../ui/join-classes.ts'
import { cycleStatusAction } from '../workbench/intents/writing.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface StatusButtonProps {
  readonly workspace: ProjectWorkspace
  readonly record: NodeRecord
  readonly canEdit: boolean
  /** Above the mark of a description. */
  readonly isRaised: boolean
}

const statusButtonLabels: Readonly<Record<NodeStatus, string>> = {
  todo: 'Status: to do',
  progress: 'Status: in progress',
  done: 'Status: done',
}

/** The status by its shape. */
export function StatusButton({ workspace, record: { id, status }, canEdit, isRaised }: StatusButtonProps) {
  return (
    <button
      type="button"
      className={joinClasses(styles.status, isRaised && styles.raised)}
      tabIndex={-1}
      disabled={!canEdit}
      aria-label={statusButtonLabels[status]}
      onClick={() => cycleStatusAction.run(workspace, id)}
    />
  )
}
