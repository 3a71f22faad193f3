import { defineTexts } from '@espalier/domain'

/** The outline of a project. The texts about nodes are those of the map. */
export const outlineTexts = defineTexts('outline', {
  /** The effect of a swipe over a row when the finger is lifted. */
  swipes: { indent: 'Indent', outdent: 'Outdent', status: 'Status' },
  nothingToIndentUnder: 'There is no row above it on the same level',
  indented: (nodes: string, parent: string) => `${nodes} is now under ${parent}`,
})
