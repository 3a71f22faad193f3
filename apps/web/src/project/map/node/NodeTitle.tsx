import { excerptHtml, toPlainText } from '@espalier/domain'
import { useMemo } from 'react'
import { toSafeTitleHtml } from '../../../ui/rich-text/title-html.ts'
import {
  createTitleMeasure,
  createTitleRulers,
  type MeasureRichTitles,
  type TitleLines,
  type TitleMeasure,
} from '../measure/title-measure.ts'
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

// Without a space between them, the words of two lines would read as one word.
const separateLines = (html: string): string => html.replace(/<\/p>|<br>/gu, '$&\n')

interface RichTitleProps {
  readonly title: string
  /** The tooltip of a truncated title. */
  readonly whole: string | undefined
}

function RichTitle({ title, whole }: RichTitleProps) {
  const safe = useMemo(() => ({ __html: separateLines(toSafeTitleHtml(title)) }), [title])
  return <div className={titleStyles.rich} dir="auto" title={whole} dangerouslySetInnerHTML={safe} />
}

/** Lays titles out invisibly, in the width and style (`className`) in which they are drawn. */
const createRichTitleMeasure =
  (className: string): MeasureRichTitles =>
  (titles) => {
    const container = document.createElement('div')
    container.setAttribute('aria-hidden', 'true')
    // The element must be in the document to have a size, but takes no space in it.
    Object.assign(container.style, {
      position: 'fixed',
      visibility: 'hidden',
      contain: 'layout style',
      top: '0',
      left: '0',
    })
    const drawn = titles.map(({ title, rank }) => {
      const element = document.createElement('div')
      element.className = className
      element.dataset['rank'] = rank
      element.innerHTML = toSafeTitleHtml(title)
      container.append(element)
      return element
    })
    document.body.append(container)
    const sizes = drawn.map((element) => element.getBoundingClientRect())
    container.remove()
    return sizes
  }

/** Measures titles as this page draws them. */
export const createPageTitleMeasure = (): TitleMeasure =>
  createTitleMeasure(
    createTitleRulers(getComputedStyle(document.documentElement).fontFamily || 'sans-serif'),
    createRichTitleMeasure(`${titleStyles['rich']} ${titleStyles['measured']}`),
  )
