import { defineTexts } from '@espalier/domain'

/** An arrow that is drawn from a node to one that has to wait for it. */
export const blockerDragTexts = defineTexts('blockerDrag', {
  added: (title: string, blocker: string) => `${title} waits for ${blocker}`,
})
