import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './Card.module.css'
import emptyStateStyles from './EmptyState.module.css'

interface CardProps {
  readonly children: ReactNode
  readonly className?: string | undefined
}

export const Card = ({ children, className }: CardProps) => (
  <div className={joinClasses(styles.card, className)}>{children}</div>
)

interface EmptyStateProps {
  readonly heading: string
  /** The possible next steps. */
  readonly children: ReactNode
}

export const EmptyState = ({ heading, children }: EmptyStateProps) => (
  <Card className={emptyStateStyles.empty}>
    <Logo size={56} />
    <h2>{heading}</h2>
    {children}
  </Card>
)
