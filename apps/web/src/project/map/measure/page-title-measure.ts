import { toSafeTitleHtml } from '../../../ui/rich-text/title-html.ts'
import titleStyles from '../node/NodeTitle.module.css'
import { createTitleMeasure, createTitleRulers, type MeasureRichTitles, type TitleMeasure } from './title-measure.ts'

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

/** The font in which the page is drawn. */
export const readPageFont = (): string => getComputedStyle(document.documentElement).fontFamily || 'sans-serif'

/** Measures titles as this page draws them. */
export const createPageTitleMeasure = (): TitleMeasure =>
  createTitleMeasure(
    createTitleRulers(readPageFont()),
    createRichTitleMeasure(`${titleStyles['rich']} ${titleStyles['measured']}`),
  )

// Without a space between them, the words of two lines would read as one word.
const separateLines = (html: string): string => html.replace(/<\/p>|<br>/gu, '$&\n')

/** Returns the markup of a formatted title. */
export const formatRichTitle = (title: string): string => separateLines(toSafeTitleHtml(title))
