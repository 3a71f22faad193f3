import { toSafeTitleHtml } from '../../../../ui/rich-text/title-markup.ts'
import type { MeasureRichTitles } from './measure-titles.ts'

/** Lays titles out where nobody sees them, in the column and the looks (`className`) that they will be drawn in. */
export const createRichTitleMeasure =
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
