import { defineTexts } from '@espalier/domain'

/** The texts for actions that failed because no answer came. The actions' own code is loaded when they are used. */
export const requestErrorTexts = defineTexts('requestErrors', {
  import: {
    unreachable: 'The server could not be reached, and nothing was imported. Check the connection and try again.',
    signedOut: 'You are no longer logged in, and nothing was imported. Log in and try again.',
    stopped: 'The import was stopped, and nothing was imported.',
  },
  undoUnreachable: 'The change could not be undone: the server cannot be reached. Try again in a moment.',
  syncUnreachable: 'The sync could not be switched: the server cannot be reached. Try again in a moment.',
  breakdownUnreachable: 'The server cannot be reached: try again once you are online',
})
