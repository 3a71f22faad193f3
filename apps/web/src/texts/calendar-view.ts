import { defineTexts, formatQuantity } from '@espalier/domain'

/** The calendar of a project. */
export const calendarTexts = defineTexts('calendar-view', {
  modes: { month: 'Month', week: 'Week' },
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  today: 'Today',
  /** In the cell of a day, which says the day. */
  add: 'Add a node',
  addOn: (date: string) => `Add a node due on ${date}`,
  more: (count: number) => `+${count} more`,
  allOn: (date: string) => `All nodes due on ${date}`,
  close: 'Close',
  nothingDue: 'Nothing is due on this day.',
  notShown: (count: number) => `${formatQuantity(count, 'more node')}`,
  movedTo: (nodes: string, date: string) => `Moved ${nodes} to ${date}`,
})
