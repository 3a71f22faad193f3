import { type NodeStatus, statusMarkPaths } from '@espalier/domain'
import styles from './StatusMark.module.css'

interface StatusMarkProps {
  readonly status: NodeStatus
  /** Read aloud. It is omitted where the status is written beside the mark, so that it is not read twice. */
  readonly label?: string
}

/** Shows a status in a list by the same shape as on the map. */
export const StatusMark = ({ status, label }: StatusMarkProps) => (
  <svg
    className={styles.mark}
    data-status={status}
    viewBox="-1 -1 16 16"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d={statusMarkPaths[status]} />
  </svg>
)
