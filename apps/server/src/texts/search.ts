import { defineTexts } from '@espalier/domain'

/** Why the API refused to search. */
export const searchErrorTexts = defineTexts('searchErrors', {
  badCount: (most: number) => `first must be a number from 1 to ${most}`,
  tooLong: (most: number) => `The text to search for can have at most ${most} characters`,
})
