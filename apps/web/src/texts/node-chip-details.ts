import { defineTexts, formatQuantity } from '@espalier/domain'

/** The fields of a node in words, and what is below it. They are loaded when the first node with fields is drawn. */
export const chipDetailTexts = defineTexts('nodeChipDetails', {
  formerMember: 'Former member',
  member: 'A member',
  assignedTo: (names: string) => `Assigned to ${names}`,
  starts: (date: string) => `Starts ${date}`,
  due: (date: string) => `Due ${date}`,
  wasDue: (date: string) => `Overdue: was due ${date}`,
  priority: { low: 'Low priority', medium: 'Medium priority', high: 'High priority', urgent: 'Urgent' },
  tags: (names: string) => `Tags: ${names}`,
  estimate: (amount: string) => `Estimate: ${amount}`,
  comments: (count: number) => formatQuantity(count, 'comment'),
  sum: (amount: string) => `\u03a3 ${amount}`,
  latestDue: (date: string) => `by ${date}`,
  overdue: (count: number) => `${count} overdue`,
  dueTooEarly: 'Due too early',
  isDueTooEarly: 'Due before something below it',
  below: (facts: string) => `Below: ${facts}`,
  belowEstimate: (amount: string) => `${amount} estimated`,
  belowDone: (share: string, count: number) => `${share} of ${formatQuantity(count, 'node')} done`,
  belowDoneByEstimate: (share: string) => `${share} of the estimates done`,
  belowDue: (date: string) => `due by ${date}`,
})
