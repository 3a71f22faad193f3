import { defineTexts } from '@espalier/domain'

/** The text above a list that is stored on this device. */
export const localCopyTexts = defineTexts('local-copy', {
  notice: 'This is the copy on your device. The server has not answered yet.',
})
