import type { ReactNode } from 'react'
import styles from './Controls.module.css'

/** What can be done with a view, and what came of it. */
export const PrototypeControls = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.controls}>{children}</div>
)
