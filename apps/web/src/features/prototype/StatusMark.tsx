import type { NodeStatus } from '@espalier/domain'
import { statusPaths, planStatusLabels } from './status-shapes.ts'
import styles from './StatusMark.module.css'

interface PlanStatusMarkProps {
  readonly status: NodeStatus
  /** The word stands beside it: it need not be read twice. */
  readonly isNamed?: boolean
}

export const PlanStatusMark = ({ status, isNamed = false }: PlanStatusMarkProps) => (
  <svg
    className={styles.mark}
    data-status={status}
    viewBox="-8 -8 16 16"
    {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': planStatusLabels[status] })}
  >
    <path d={statusPaths[status]} />
  </svg>
)
