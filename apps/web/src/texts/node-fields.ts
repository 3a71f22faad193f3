import { defineTexts, formatQuantity } from '@espalier/domain'

/** The editors of a node's fields, in the panel and in the command palette. */
export const nodeFieldTexts = defineTexts('nodeFields', {
  fields: 'Fields',
  labels: {
    status: 'Status',
    stage: 'Stage',
    assignees: 'Assignees',
    startDate: 'Start date',
    dueDate: 'Due date',
    estimate: 'Estimate',
    priority: 'Priority',
    tags: 'Tags',
    blockedBy: 'Blocked by',
  },
  statuses: { todo: 'To do', progress: 'In progress', done: 'Done' },
  priorities: { none: 'None', low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  estimate: {
    points: (amount: string) => `${amount} points`,
    hours: (amount: string) => `${amount} hours`,
    days: (amount: string) => `${amount} days`,
  },
  units: { points: 'points', hours: 'hours', days: 'days' },
  noStage: 'No stage',
  empty: 'Empty',
  severalValues: 'Several values',
  yes: 'Yes',
  no: 'No',
  /** The nodes that a change applies to. */
  targets: (count: number) => formatQuantity(count, 'node'),
  wholeBranch: (count: number) => `Change the whole branch (${formatQuantity(count, 'node')})`,
  openLink: 'Open link',
  /** The choices of a list that can be searched. */
  choices: 'Choices',
  noMatch: 'Nothing matches',
  onSome: (count: number, all: number) => `on ${count} of ${all} nodes`,
  remove: (name: string) => `Remove ${name}`,
  people: {
    placeholder: 'Add a person',
    you: (email: string) => `${email} (you)`,
    unknown: 'Unknown person',
    former: 'Former member',
    replace: 'Replace everywhere…',
    replaceWith: 'Replace with',
    replaced: (count: number) => `Replaced on ${formatQuantity(count, 'node')}`,
  },
  tags: {
    placeholder: 'Add a tag',
    create: (name: string) => `Create “${name}”`,
    tooMany: (most: number) => `A project can have at most ${most} tags`,
  },
  blockers: { placeholder: 'Add a node to wait for' },
  dates: {
    placeholder: 'A date, or “next friday”',
    openCalendar: 'Open calendar',
    closeCalendar: 'Close calendar',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    today: 'Today',
    tomorrow: 'Tomorrow',
    nextWeek: 'Next week',
    clear: 'Clear',
    notADate: 'This is not a date. Try 2026-12-01, “friday” or “in 3 weeks”.',
  },
  faults: {
    number: 'This is not a number',
    /** The same sentence as the API's. */
    ownValue: (name: string) => `This is not a value of the field “${name}”`,
  },
})
