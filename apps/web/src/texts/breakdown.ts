import { defineTexts, formatQuantity } from '@espalier/domain'

/** Breaking down a node. The ideas of a service are reviewed as a proposal. */
export const breakdownTexts = defineTexts('breakdown', {
  offline: "The server can't be reached. Try again when you're back online.",
  started: (title: string) => `Breaking down ${title}`,
  split: (count: number, title: string) => `${formatQuantity(count, 'child node')} added to ${title}`,
  proposed: (title: string) => `The ideas for ${title} are complete. Accept or reject them in the proposals.`,
})
