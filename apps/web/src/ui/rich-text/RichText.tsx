import { useMemo } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './RichText.module.css'
import { sanitizeComment, sanitizeRichText } from './stored-html.ts'

interface RichTextProps {
  readonly html: string
  readonly className?: string | undefined
  /** Comments mention people, descriptions do not. */
  readonly hasMentions?: boolean
}

/** Formatted text, always sanitized. */
export function RichText({ html, className, hasMentions = false }: RichTextProps) {
  const safe = useMemo(
    () => ({ __html: hasMentions ? sanitizeComment(html) : sanitizeRichText(html) }),
    [html, hasMentions],
  )
  return (
    <div className={joinClasses(styles.text, className)} dir="auto" translate="no" dangerouslySetInnerHTML={safe} />
  )
}
