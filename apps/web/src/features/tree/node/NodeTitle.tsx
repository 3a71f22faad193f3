import { excerptHtml, toPlainText } from '@espalier/domain'
import { useMemo } from 'react'
import { toSafeTitleHtml } from '../../../ui/rich-text/title-markup.ts'
import type { TitleLines } from '../canvas/measure/measure-titles.ts'
import styles from './NodeTitle.module.css'

interface NodeTitleProps {
  readonly title: string
  readonly lines: TitleLines
}

/** A title as it was measured: plain ones line by line, formatted ones as HTML, the excerpt of long ones. */
export function NodeTitle({ title, lines }: NodeTitleProps) {
  const shown = excerptHtml(title)
  const whole = shown === title ? undefined : toPlainText(title)
  if (lines === null) return <RichTitle title={shown} whole={whole} />
  return (
    <div className={styles.lines} dir="auto" title={whole}>
      {lines.join('\n')}
    </div>
  )
}

// Without a space between them, the words of two lines are one word to whatever reads the page's text.
const separateLines = (html: string): string => html.replace(/<\/p>|<br>/gu, '$&\n')

interface RichTitleProps {
  readonly title: string
  /** Shown when the pointer rests on a title that is cut. */
  readonly whole: string | undefined
}

function RichTitle({ title, whole }: RichTitleProps) {
  const safe = useMemo(() => ({ __html: separateLines(toSafeTitleHtml(title)) }), [title])
  return <div className={styles.rich} dir="auto" title={whole} dangerouslySetInnerHTML={safe} />
}
