import { defineTexts } from '@espalier/domain'

/** The texts of forms on every page, sign-in included. */
export const formTexts = defineTexts('forms', {
  /** On the button beside a password. The second text is for screen readers. */
  show: 'Show',
  hide: 'Hide',
  showField: (label: string) => `Show ${label.toLowerCase()}`,
  hideField: (label: string) => `Hide ${label.toLowerCase()}`,
  /** Between the form and the social sign-in buttons. */
  or: 'or',
  unsavedChanges: 'You have unsaved changes. Do you want to leave this page and lose them?',
  formatting: (label: string) => `${label} formatting`,
})
