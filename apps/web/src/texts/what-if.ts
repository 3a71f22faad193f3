import { defineTexts, formatQuantity } from '@espalier/domain'

/** The panel in which a person tries changes of the plan that nobody else sees. Dates arrive formatted. */
export const whatIfTexts = defineTexts('whatIf', {
  open: 'What if…',
  title: 'What if',
  close: 'Close what if',
  explanation: 'Try other estimates, people, dependencies and dates. Only you see them until you apply them.',
  readOnly: 'Try other estimates, people, dependencies and dates. Only you see them, and nothing is stored.',
  end: 'The end',
  /** The measures of the end. */
  measures: {
    late: '85 of 100 futures end by',
    middle: 'Half of them end by',
    lastDate: 'Last date of open work',
    length: 'Critical path',
  },
  simulating: 'Simulating…',
  noEnd: 'Nothing open has an estimate or a date yet, and there is too little history for a forecast.',
  earlier: (days: number) => `${formatQuantity(days, 'day')} earlier`,
  later: (days: number) => `${formatQuantity(days, 'day')} later`,
  shorter: (amount: string) => `${amount} shorter`,
  longer: (amount: string) => `${amount} longer`,
  same: 'no change',
  /** Read out when the draft has changed. */
  moved: (measure: string, shift: string) => `${measure}: ${shift}`,
  none: 'none',
  to: 'to',
  fields: 'Fields in the draft',
  selectNode: 'Select a node to change it in the draft.',
  changes: 'Changes',
  noChanges: 'Nothing is changed yet.',
  removed: 'A deleted node',
  problem: (reason: string) => `No longer fits: ${reason}`,
  remove: (field: string, title: string) => `Remove the change: ${field} of “${title}”`,
  apply: 'Apply',
  discard: 'Discard',
  unfit: (count: number) =>
    `${formatQuantity(count, 'change')} no longer ${count === 1 ? 'fits' : 'fit'} the plan. Nothing was applied. Remove what does not fit, then apply the rest.`,
  applied: (count: number) => `${formatQuantity(count, 'change')} applied`,
  /** After the reason that the server gave. */
  undone: 'The draft was not applied, because one of its changes was refused.',
  leave: (count: number) => `Discard the draft with ${formatQuantity(count, 'change')}?`,
  discarded: 'Draft discarded',
})
