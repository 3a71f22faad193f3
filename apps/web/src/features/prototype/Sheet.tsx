import type { ReactNode } from 'react'
import styles from './Sheet.module.css'

interface ScrollAreaProps {
  readonly name: string
  readonly children: ReactNode
}

/** What may be wider than the page: it scrolls on its own, with the keys too. */
export const ScrollArea = ({ name, children }: ScrollAreaProps) => (
  // Without the focus nothing that is wider than the page could be scrolled to by keys.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={styles.sheet} aria-label={name} tabIndex={0}>
    {children}
  </section>
)
