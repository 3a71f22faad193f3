import { useId, useState } from 'react'
import { formTexts } from '../../texts/forms.ts'
import { joinClasses } from '../join-classes.ts'
import { Skeleton } from '../Page.tsx'
import fieldStyles from '../form/field.module.css'
import styles from './RichTextField.module.css'
import type { MentionedPerson } from './mention-blot.ts'
import { LazyBoundary, preloadableComponent, leaveFallbackShown } from '../lazy-component.tsx'

const LazyEditor = preloadableComponent(async () => (await import('./RichTextEditor.tsx')).RichTextEditor)

export interface RichTextFieldProps {
  readonly label: string
  /** Read on the first render; change the key to start over. */
  readonly initialHtml: string
  onChange(html: string): void
  readonly error?: string | undefined
  /** The text takes the focus as soon as it can be edited. */
  readonly takesFocus?: boolean
  /** The people that `@` offers to mention: a comment, and not a description. */
  readonly mentions?: readonly MentionedPerson[] | undefined
  /** One line that grows: its label is shown inside while it is empty, and its tools while it is in use. */
  readonly isCompact?: boolean
}

/** A formatted text with its label above and its error below. */
export function RichTextField(props: RichTextFieldProps) {
  const { label, initialHtml, onChange, error = '', takesFocus = false, mentions, isCompact = false } = props
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  return (
    <div className={fieldStyles.field}>
      <span id={id} hidden={isCompact} className={fieldStyles.label}>
        {label}
      </span>
      <div
        className={joinClasses(styles.box, isCompact && styles.compact, error !== '' && styles.wrong)}
        // The tools stay: if they went with the focus, what is below would move under the pointer that took it.
        data-used={isUsed || undefined}
        onFocus={() => setUsed(true)}
      >
        <LazyBoundary onFailed={leaveFallbackShown} fallback={<EditorSkeleton />}>
          <LazyEditor
            toolbarLabel={formTexts.formatting(label)}
            initialHtml={initialHtml}
            onChange={onChange}
            labelledBy={id}
            describedBy={error === '' ? undefined : `${id}-error`}
            takesFocus={takesFocus}
            mentions={mentions}
            placeholder={isCompact ? label : undefined}
          />
        </LazyBoundary>
      </div>
      {error !== '' && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const EditorSkeleton = () => (
  <div aria-busy="true" className={styles.loading}>
    <Skeleton width="60%" />
    <Skeleton width="40%" />
  </div>
)
