import { sanitiseRichText } from '../../../../ui/rich-text/sanitise-rich-text.ts'
import type { MeasureRich } from './measure-titles.ts'

/** Nothing but marks that the sanitiser lets stand as they are: to run it over ten thousand bold titles takes a second. */
const alreadyClean =
  /^(?:[^<>&]|&(?:amp|lt|gt|quot|nbsp|#39);|<\/?(?:p|strong|b|em|i|u|s|sub|sup)>|<br>|<span class="ql-size-(?:small|medium|large|huge)">|<\/span>)*$/u

const cleaned = (html: string) => (alreadyClean.test(html) ? html : sanitiseRichText(html))

/** Lays titles out where nobody sees them, in the column and the looks (`className`) that they will be drawn in. */
export const createRichMeasure =
  (className: string): MeasureRich =>
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
      element.innerHTML = cleaned(title)
      place.append(element)
      return element
    })
    document.body.append(place)
    const heights = drawn.map((element) => element.getBoundingClientRect().height)
    place.remove()
    return heights
  }
