import Remove from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import styles from './ValueChips.module.css'

export interface ValueChip {
  readonly id: string
  readonly label: string
  /** The label is a word of the project, not a text of ours. */
  readonly isUserData: boolean
  readonly mark: ReactNode
  /** How many of the nodes have it. */
  readonly count: number
}

interface ValueChipsProps {
  readonly chips: readonly ValueChip[]
  readonly nodeCount: number
  /** Omitted for people who may only read. */
  readonly onRemove?: (id: string) => void
}

/** The people or tags of some nodes. One that only some of the nodes have is drawn with a broken line. */
export const ValueChips = ({ chips, nodeCount, onRemove }: ValueChipsProps) =>
  chips.length === 0 ? null : (
    <ul className={styles.chips}>
      {chips.map(({ id, label, isUserData, mark, count }) => (
        <li key={id} className={joinClasses(styles.chip, count < nodeCount && styles.partial)}>
          {mark}
          <span className={styles.name} translate={isUserData ? 'no' : undefined}>
            {label}
          </span>
          {count < nodeCount && <VisuallyHidden>{texts.onSome(count, nodeCount)}</VisuallyHidden>}
          {onRemove !== undefined && (
            <button
              type="button"
              aria-label={texts.remove(label)}
              className={styles.remove}
              onClick={() => onRemove(id)}
            >
              <Remove size={14} aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )

/** The color of a tag. */
export const TagDot = ({ color }: { readonly color: string }) => (
  <span aria-hidden="true" className={styles.dot} style={{ background: color }} />
)
