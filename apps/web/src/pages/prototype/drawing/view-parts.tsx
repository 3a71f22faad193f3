import type { ReactNode } from 'react'
import type { Plan } from '../../../api/plan.ts'
import { useSearchParams } from '../../../platform/router.tsx'
import styles from './PrototypeControls.module.css'
import sheetStyles from './ScrollArea.module.css'

/** The props of every view. */
export interface PlanViewProps {
  readonly plan: Plan
}

/** Reads the seed of the sample from the address: `?seed=7`. */
export function useSeed(): number {
  const [query] = useSearchParams()
  const seed = Number.parseInt(query.get('seed') ?? '', 10)
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : 1
}

/** The controls of a view and their result. */
export const PrototypeControls = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.controls}>{children}</div>
)

interface ScrollAreaProps {
  readonly name: string
  readonly children: ReactNode
}

/** Scrolls content that may be wider than the page, also with the keyboard. */
export const ScrollArea = ({ name, children }: ScrollAreaProps) => (
  // Without the focus, content wider than the page could not be scrolled with the keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={sheetStyles.sheet} aria-label={name} tabIndex={0}>
    {children}
  </section>
)
