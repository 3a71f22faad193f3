import { defineTexts, formatQuantity } from '@espalier/domain'

/** The bar with the ideas for breaking down a node. */
export const breakdownBarTexts = defineTexts('breakdownBar', {
  offline: "The server can't be reached. Try again when you're back online.",
  started: (title: string) => `Breaking down ${title}`,
  waiting: (title: string) => `Getting ideas for ${title}`,
  ideas: (count: number, title: string) => `${formatQuantity(count, 'idea')} for ${title}`,
  finished: (count: number, title: string) =>
    `${formatQuantity(count, 'idea')} for ${title}. Keep all, or edit or discard each.`,
  keepAll: 'Keep all',
  edit: 'Edit',
  discard: 'Discard',
  discarded: (title: string) => `Discarded ${title}`,
})
