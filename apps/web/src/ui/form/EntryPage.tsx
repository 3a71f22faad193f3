import type { ReactNode } from 'react'
import { Card } from '../Card.tsx'
import { Page } from '../Page.tsx'
import styles from './EntryPage.module.css'

interface AuthPageProps {
  readonly title: string
  readonly heading: string
  readonly lead?: string
  /** The other ways on, below the card. */
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** A page that leads into the product: one card with one form. */
export const AuthPage = ({ title, heading, lead, footer, children }: AuthPageProps) => (
  <Page title={title} heading={heading} width="narrow" {...(lead === undefined ? {} : { lead })}>
    <Card>
      <div className={styles.card}>{children}</div>
    </Card>
    <div className={styles.footer}>{footer}</div>
  </Page>
)
