import { defineTexts, formatQuantity } from '@espalier/domain'

/** The plan on paper. */
export const printingTexts = defineTexts('printing', {
  print: 'Print…',
  filter: (text: string) => `Filter: ${text}`,
  focus: (title: string) => `Branch: ${title}`,
  nodes: (count: number) => formatQuantity(count, 'node'),
  fieldValue: (label: string, value: string) => `${label}: ${value}`,
  notScheduled: 'Not scheduled',
  empty: 'There is nothing to print in this view.',
})
