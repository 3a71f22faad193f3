import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { joinClasses } from './join-classes.ts'

interface CardProps {
  readonly children: ReactNode
  readonly className?: string | undefined
}

export const Card = ({ children, className }: CardProps) => (
  <div className={joinClasses(styles.card, className)}>{children}</div>
)
