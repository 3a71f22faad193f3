import { defineTexts } from '@espalier/domain'

/** The offer of a new version of the page. */
export const newVersionTexts = defineTexts('new-version', {
  isReady: 'A new version is ready',
  reload: 'Reload',
})
