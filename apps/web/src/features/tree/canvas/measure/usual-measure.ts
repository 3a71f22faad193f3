import titleStyles from '../../node/NodeTitle.module.css'
import { nodeBoxPx } from './box-size.ts'
import { createRichTitleMeasure } from './measure-rich.ts'
import { createTitleMeasure, type TitleMeasure } from './measure-titles.ts'
import { createFontRuler } from './ruler.ts'

/** Measures titles as this page draws them. */
export const createPageTitleMeasure = (): TitleMeasure =>
  createTitleMeasure(
    createFontRuler(nodeBoxPx.font, getComputedStyle(document.documentElement).fontFamily || 'sans-serif'),
    createRichTitleMeasure(`${titleStyles['rich']} ${titleStyles['measured']}`),
  )
