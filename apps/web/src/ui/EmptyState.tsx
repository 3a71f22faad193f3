import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import styles from './EmptyState.module.css'
import { Logo } from './Logo.tsx'

interface EmptyStateProps {
  readonly heading: string
  /** What one can do next. */
  readonly children: ReactNode
}

export const EmptyState = ({ heading, children }: EmptyStateProps) => (
  <Card className={styles.empty}>
    <Logo size={56} />
    <h2>{heading}</h2>
    {children}
  </Card>
)
