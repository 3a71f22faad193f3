import { excerptHtml, toPlainText } from '@espalier/domain'
import { useMemo } from 'react'
import { formatRichTitle } from '../measure/page-title-measure.ts'
import type { TitleLines } from '../measure/title-measure.ts'
import titleStyles from './NodeTitle.module.css'

interface NodeTitleProps {
  readonly title: string
  readonly lines: TitleLines
}

/** Draws a title as it was measured: plain ones line by line, formatted ones as HTML, long ones as an excerpt. */
export function NodeTitle({ title, lines }: NodeTitleProps) {
  const shown = excerptHtml(title)
  const whole = shown === title ? undefined : toPlainText(title)
  if (lines === null) return <RichTitle title={shown} whole={whole} />
  return (
    <div className={titleStyles.lines} dir="auto" title={whole}>
      {lines.join('\n')}
    </div>
  )
}

interface RichTitleProps {
  readonly title: string
  /** The tooltip of a truncated title. */
  readonly whole: string | undefined
}

function RichTitle({ title, whole }: RichTitleProps) {
  const safe = useMemo(() => ({ __html: formatRichTitle(title) }), [title])
  return <div className={titleStyles.rich} dir="auto" title={whole} dangerouslySetInnerHTML={safe} />
}
