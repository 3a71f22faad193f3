import { defineTexts } from '@espalier/domain'

/** Times in words. */
export const timeTexts = defineTexts('time', {
  justNow: 'just now',
})
