import { useMemo } from 'react'
import { joinClasses } from '../join-classes.ts'
import styles from './RichText.module.css'
import { sanitizeRichText } from './stored-html.ts'

interface RichTextProps {
  readonly html: string
  readonly className?: string | undefined
}

/** Formatted text, always sanitized. */
export function RichText({ html, className }: RichTextProps) {
  const safe = useMemo(() => ({ __html: sanitizeRichText(html) }), [html])
  return (
    <div className={joinClasses(styles.text, className)} dir="auto" translate="no" dangerouslySetInnerHTML={safe} />
  )
}
