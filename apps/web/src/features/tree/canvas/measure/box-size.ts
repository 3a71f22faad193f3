import { limits } from '@espalier/domain'

/** What a box is made of, in pixels. NodeBox.module.css says the same; its test compares the two. */
export const nodeBoxPx = {
  width: limits.nodeSizePx.width,
  font: 14,
  line: 18,
  /** Above the first line and below the last, the border included. */
  above: 7,
  /** Beside the text: the status button to the left, the menu to the right. */
  before: 30,
  after: 26,
} as const

export const titleWidthPx = nodeBoxPx.width - nodeBoxPx.before - nodeBoxPx.after

/** The height of a box around a text of this height. */
export const nodeBoxHeight = (textPx: number): number =>
  Math.max(limits.nodeSizePx.height, Math.ceil(textPx) + 2 * nodeBoxPx.above)
