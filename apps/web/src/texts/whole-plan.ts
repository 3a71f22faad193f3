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
