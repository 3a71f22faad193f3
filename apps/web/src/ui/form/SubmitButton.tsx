import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { joinClasses } from '../join-classes.ts'
import styles from './SubmitButton.module.css'

interface SubmitButtonProps {
  readonly isBusy: boolean
  /** As wide as the form, where it is the page's one purpose. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export const SubmitButton = ({ isBusy, isWide = true, children }: SubmitButtonProps) => (
  <Button type="submit" variant="primary" isBusy={isBusy} className={joinClasses(styles.submit, isWide && styles.wide)}>
    {children}
  </Button>
)
