import { defineTexts, formatQuantity } from '@espalier/domain'

/** The bar that offers to set the fields that are written in a title. */
export const quickEntryTexts = defineTexts('quickEntry', {
  bar: (title: string) => `Fields in “${title}”`,
  found: (count: number) =>
    `${formatQuantity(count, 'field')} found in the title. Alt+F10 goes to the choices, Esc leaves the words as they are.`,
  setAll: 'Set all',
  setAllOn: (nodes: number) => `Set all on ${formatQuantity(nodes, 'node')}`,
  keepWords: 'Leave the words in the title',
  assign: (name: string) => `Assign ${name}`,
  tag: (name: string) => `Tag ${name}`,
  newTag: (name: string) => `New tag ${name}`,
  priority: {
    none: 'No priority',
    low: 'Low priority',
    medium: 'Medium priority',
    high: 'High priority',
    urgent: 'Urgent priority',
  },
  due: (date: string) => `Due ${date}`,
  start: (date: string) => `Start ${date}`,
  estimate: {
    points: (count: number) => `Estimate ${formatQuantity(count, 'point')}`,
    hours: (count: number) => `Estimate ${formatQuantity(count, 'hour')}`,
    days: (count: number) => `Estimate ${formatQuantity(count, 'day')}`,
  },
  set: (title: string) => `Fields of ${title} set`,
})
