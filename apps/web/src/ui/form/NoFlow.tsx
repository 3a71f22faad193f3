import { Button } from '../Button.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './FormMessage.module.css'

interface FlowErrorProps {
  readonly text: string
  readonly detail: string
  onRetry(): void
}

/** The service gave no form to fill in. What was typed stays. */
export const FlowError = ({ text, detail, onRetry }: FlowErrorProps) => (
  <div role="alert" className={joinClasses(styles.message, styles.error, styles.stack)}>
    <strong>{text}</strong>
    <span>{detail}</span>
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
