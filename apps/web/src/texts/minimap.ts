import { defineTexts } from '@espalier/domain'

/** The small picture of the whole project in a corner of the map. */
export const minimapTexts = defineTexts('minimap', {
  minimap: 'Minimap',
  overview: 'Overview',
  /** The frame in it, a button. */
  shownPart: 'Shown part; the arrow keys move it',
})
