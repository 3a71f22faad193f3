import { limits } from '@espalier/domain'

/** Returns the color of a new tag or stage. Neighbors get different ones. */
export const chooseEntryColor = (index: number): string =>
  limits.nodePalette[index % limits.nodePalette.length] ?? limits.nodeColour
