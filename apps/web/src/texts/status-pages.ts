import { defineTexts } from '@espalier/domain'

/** The texts of the pages that only inform: an error, a pending account, a page that does not exist. */
export const statusPageTexts = defineTexts('statusPages', {
  error: {
    title: 'Error',
    heading: 'Something went wrong',
    unknown: "We couldn't sign you in. Please try again.",
    logInAgain: 'Try logging in again',
  },
  oneMoment: 'One moment',
  pending: {
    approvedTitle: 'Account approved',
    title: 'Account pending',
    heading: 'Thanks for applying',
    approved: 'Your account is ready.',
    goToProjects: 'Go to my projects',
    explanation: (product: string, email: string) =>
      `Your account is pending. ${product} is in private beta, and we let people in step by step. We'll send an email to <email>${email}</email> as soon as your account is approved.`,
    checkAgain: 'Check again',
    checked: (time: string) => `Checked at ${time}: your account is still pending.`,
  },
  notFound: {
    title: 'Page not found',
    explanation: 'There is no page at this address. The link may be mistyped, or the page may have moved.',
    goHome: 'Go home',
  },
})
