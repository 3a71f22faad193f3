import { joinClasses } from '../join-classes.ts'
import styles from './FormMessage.module.css'

export interface FormMessageProps {
  readonly tone: 'error' | 'info' | 'success'
  readonly text: string
  /** Takes the focus after a try that failed. */
  readonly isSummary?: boolean
}

/** A sentence about the whole form. */
export const FormMessage = ({ tone, text, isSummary = false }: FormMessageProps) => (
  <p
    role={tone === 'error' ? 'alert' : 'status'}
    data-summary={isSummary || undefined}
    tabIndex={isSummary ? -1 : undefined}
    className={joinClasses(styles.message, styles[tone])}
  >
    {text}
  </p>
)
