import { excerptHtml, toPlainText } from '@espalier/domain'
import { useMemo } from 'react'
import { toSafeTitleHtml } from '../../../ui/rich-text/title-html.ts'
import { createFontRuler } from '../measure/text-ruler.ts'
import {
  createTitleMeasure,
  type MeasureRichTitles,
  nodeBoxPx,
  type TitleLines,
  type TitleMeasure,
} from '../measure/title-measure.ts'
import titleStyles from './NodeTitle.module.css'

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
    <div className={titleStyles.lines} dir="auto" title={whole}>
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
  return <div className={titleStyles.rich} dir="auto" title={whole} dangerouslySetInnerHTML={safe} />
}

/** Lays titles out where nobody sees them, in the column and the looks (`className`) that they will be drawn in. */
const createRichTitleMeasure =
  (className: string): MeasureRichTitles =>
  (titles) => {
    const place = document.createElement('div')
    place.setAttribute('aria-hidden', 'true')
    // In the document but without a place in it: what is not in it has no height.
    Object.assign(place.style, {
      position: 'fixed',
      visibility: 'hidden',
      contain: 'layout style',
      top: '0',
      left: '0',
    })
    const drawn = titles.map((title) => {
      const element = document.createElement('div')
      element.className = className
      element.innerHTML = toSafeTitleHtml(title)
      place.append(element)
      return element
    })
    document.body.append(place)
    const heights = drawn.map((element) => element.getBoundingClientRect().height)
    place.remove()
    return heights
  }

/** Measures titles as this page draws them. */
export const createPageTitleMeasure = (): TitleMeasure =>
  createTitleMeasure(
    createFontRuler(nodeBoxPx.font, getComputedStyle(document.documentElement).fontFamily || 'sans-serif'),
    createRichTitleMeasure(`${titleStyles['rich']} ${titleStyles['measured']}`),
  )
