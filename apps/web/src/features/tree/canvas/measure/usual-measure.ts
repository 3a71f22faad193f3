import titleStyles from '../../node/NodeTitle.module.css'
import { boxPx } from './box-size.ts'
import { createRichMeasure } from './measure-rich.ts'
import { createTitleMeasure, type TitleMeasure } from './measure-titles.ts'
import { createFontRuler } from './ruler.ts'

/** Measures titles as this page draws them. */
export const usualMeasure = (): TitleMeasure =>
  createTitleMeasure(
    createFontRuler(boxPx.font, getComputedStyle(document.documentElement).fontFamily || 'sans-serif'),
    createRichMeasure(`${titleStyles['rich']} ${titleStyles['measured']}`),
  )
