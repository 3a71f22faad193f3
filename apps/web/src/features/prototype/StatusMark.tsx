import type { NodeStatus } from '@espalier/domain'
import { statusShapes, statusWords } from './status-shapes.ts'
import styles from './StatusMark.module.css'

interface StatusMarkProps {
  readonly status: NodeStatus
  /** The word stands beside it: it need not be read twice. */
  readonly isNamed?: boolean
}

export const StatusMark = ({ status, isNamed = false }: StatusMarkProps) => (
  <svg
    className={styles.mark}
    data-status={status}
    viewBox="-8 -8 16 16"
    {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': statusWords[status] })}
  >
    <path d={statusShapes[status]} />
  </svg>
)
