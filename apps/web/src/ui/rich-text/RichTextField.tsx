import { useId } from 'react'
import { formTexts } from '../../texts/forms.ts'
import { joinClasses } from '../join-classes.ts'
import { Skeleton } from '../Page.tsx'
import fieldStyles from '../form/field.module.css'
import styles from './RichTextField.module.css'
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
}

/** A formatted text with its label above and its error below. */
export function RichTextField({ label, initialHtml, onChange, error = '', takesFocus = false }: RichTextFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <span id={id} className={fieldStyles.label}>
        {label}
      </span>
      <div className={joinClasses(styles.box, error !== '' && styles.wrong)}>
        <LazyBoundary onFailed={leaveFallbackShown} fallback={<EditorSkeleton />}>
          <LazyEditor
            toolbarLabel={formTexts.formatting(label)}
            initialHtml={initialHtml}
            onChange={onChange}
            labelledBy={id}
            describedBy={error === '' ? undefined : `${id}-error`}
            takesFocus={takesFocus}
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
