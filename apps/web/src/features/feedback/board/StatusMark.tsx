import { type FeedbackStatus, feedbackStatusLabels } from '@espalier/domain'
import styles from './StatusMark.module.css'

export const FeedbackStatusBadge = ({ status }: { readonly status: FeedbackStatus }) => (
  <span className={styles.mark} data-status={status}>
    {feedbackStatusLabels[status]}
  </span>
)
