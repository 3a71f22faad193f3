import { defineTexts, formatQuantity } from '@espalier/domain'

/** The presentation of a plan, branch by branch. */
export const presentationTexts = defineTexts('presentation', {
  present: 'Present',
  description: 'Description',
  presentation: 'Presentation',
  back: 'Back',
  next: 'Next',
  end: 'End presentation',
  progress: (at: number, count: number) => `${at} of ${count}`,
  /** Read aloud with each step. */
  step: (at: number, count: number, title: string, below: number) =>
    `${at} of ${count}: ${title}, ${formatQuantity(below, 'node')} below`,
  untitled: 'Untitled',
})

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

/** Two views of the same plan beside each other. */
export const splitTexts = defineTexts('split-view', {
  splitWith: (view: string) => `Split view: ${view}`,
  secondView: (view: string) => `Second view: ${view}`,
  choice: 'Choose the second view',
  width: 'Width of the second view',
  close: 'Close second view',
})
