import { defineTexts, formatQuantity } from '@espalier/domain'

/** The timeline of a project. The texts about nodes are those of the map. */
export const timelineTexts = defineTexts('timeline', {
  tools: 'Timeline',
  zoomIn: 'Show less time',
  zoomOut: 'Show more time',
  levels: { day: 'Days', week: 'Weeks', month: 'Months', quarter: 'Quarters', year: 'Years' },
  today: 'Today',
  /** A bar's name; the dates are written YYYY-MM-DD. */
  bar: (title: string, start: string, due: string) => `${title}, ${start} to ${due}`,
  dates: (start: string, due: string) => (start === due ? start : `${start} to ${due}`),
  days: (count: number) => formatQuantity(count, 'day'),
  milestone: 'Milestone',
  tooEarly: (blocker: string, due: string) => `Starts before “${blocker}” is due (${due})`,
  below: (start: string, due: string) => `Below it: ${start} to ${due}`,
  notScheduled: 'Not scheduled',
  nothingUnscheduled: 'Every node has a date.',
  schedule: (title: string) => `Schedule “${title}”`,
  scheduled: (title: string, start: string, due: string) => `${title} is scheduled: ${start} to ${due}`,
  titleColumn: 'Width of the titles',
  quarter: (quarter: number) => `Q${quarter}`,
  decade: (first: number, last: number) => `${first}–${last}`,
})
