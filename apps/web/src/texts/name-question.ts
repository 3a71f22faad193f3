import { defineTexts } from '@espalier/domain'

/** The question that a new person may answer after signing up. */
export const nameQuestionTexts = defineTexts('nameQuestion', {
  heading: "What's your name?",
  reason: 'People you plan with see it instead of your email.',
  name: 'Your name',
  missing: 'Please enter your name, or skip this',
  save: 'Add name',
  skip: 'Skip',
  saved: (name: string) => `Welcome, ${name}`,
})
