import { useMemo } from 'react'
import { drawnTitle } from '../../../ui/rich-text/title-markup.ts'
import type { TitleLines } from '../canvas/measure/measure-titles.ts'
import styles from './NodeTitle.module.css'

interface NodeTitleProps {
  readonly title: string
  readonly lines: TitleLines
}

/** A title as it was measured: plain ones line by line, formatted ones as HTML. */
export function NodeTitle({ title, lines }: NodeTitleProps) {
  if (lines === null) return <RichTitle title={title} />
  return (
    <div className={styles.lines} dir="auto">
      {lines.join('\n')}
    </div>
  )
}

// Without a space between them, the words of two lines are one word to whatever reads the page's text.
const spaced = (html: string): string => html.replace(/<\/p>|<br>/gu, '$&\n')

function RichTitle({ title }: { readonly title: string }) {
  const safe = useMemo(() => ({ __html: spaced(drawnTitle(title)) }), [title])
  return <div className={styles.rich} dir="auto" dangerouslySetInnerHTML={safe} />
}
