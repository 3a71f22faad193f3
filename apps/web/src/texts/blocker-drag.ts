import { defineTexts } from '@espalier/domain'

/** Arrows from a node to one that has to wait for it, drawn and removed on the map. */
export const blockerDragTexts = defineTexts('blockerDrag', {
  added: (title: string, blocker: string) => `${title} waits for ${blocker}`,
  removed: (title: string, blocker: string) => `${title} no longer waits for ${blocker}`,
})
