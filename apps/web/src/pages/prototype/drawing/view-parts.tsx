import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Plan } from '../../../api/plan.ts'
import styles from './PrototypeControls.module.css'
import sheetStyles from './ScrollArea.module.css'

/** All that a view is given. */
export interface PlanViewProps {
  readonly plan: Plan
}

/** What the made-up plan grows from, as the address says: `?seed=7`. */
export function useSeed(): number {
  const [query] = useSearchParams()
  const seed = Number.parseInt(query.get('seed') ?? '', 10)
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : 1
}

/** What can be done with a view, and what came of it. */
export const PrototypeControls = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.controls}>{children}</div>
)

interface ScrollAreaProps {
  readonly name: string
  readonly children: ReactNode
}

/** What may be wider than the page: it scrolls on its own, with the keys too. */
export const ScrollArea = ({ name, children }: ScrollAreaProps) => (
  // Without the focus nothing that is wider than the page could be scrolled to by keys.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={sheetStyles.sheet} aria-label={name} tabIndex={0}>
    {children}
  </section>
)
