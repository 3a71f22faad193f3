import { defineTexts } from '@espalier/domain'

/** The texts that every page needs: loading, failing, toasts, questions. */
export const frameTexts = defineTexts('frame', {
  skipToContent: 'Skip to content',
  loading: 'Loading',
  tryAgain: 'Try again',
  ok: 'OK',
  cancel: 'Cancel',
  unreachable: 'The server cannot be reached',
  unreachableLead: 'Nothing is lost. Check your connection, or try again in a moment.',
  pageNotShown: 'This page could not be shown',
  pageBroken: 'Something went wrong. Try again to reload the page.',
  pageNotLoaded:
    'It could not be loaded. Check your connection, then try again. If it keeps failing, reload the page: there may be a newer version.',
  partNotLoaded: 'This part of the page could not be loaded. Check your connection, then try again.',
  partNotShown: 'This part of the page could not be shown. Try again, or reload the page.',
  retryPart: 'Retry',
  sharingNotLoaded: 'The sharing settings could not be loaded. Reload the page and try again.',
  notifications: 'Messages',
  closeNotification: 'Close',
  accountChanged: (now: string, before: string) =>
    `Somebody logged in with another account in this browser: you are now ${now}. Unsaved text is kept for ${before}.`,
  logOutFailed: 'Logging out did not work. You are still logged in: please try again.',
})
