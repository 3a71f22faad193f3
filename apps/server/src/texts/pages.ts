import { defineTexts, formatQuantity } from '@espalier/domain'

/** The pages of /trial and /billing, and what the payment service's failures are called there. */
export const billingTexts = defineTexts('billing', {
  startTrialTitle: 'Start your free trial',
  startTrial: 'Start free trial',
  trialWithoutPayment: (productName: string, days: number) =>
    `Use all of ${productName} for ${formatQuantity(days, 'day')}. You need no card, and the trial ends by itself.`,
  oneTrial: 'One trial per account.',
  trialBeforePayment: (productName: string, days: number) =>
    `Use all of ${productName} for ${formatQuantity(days, 'day')} without paying.`,
  priceAfterTrial: (price: string) => `Afterwards it costs ${price}.`,
  priceAfterTrialUnknown: 'You see the price before you confirm.',
  noCardNeeded: 'You need no card for the trial. Without one, it ends by itself.',
  paymentServiceNext: "The next page is the payment service's. One trial per account.",
  subscribeTitle: (productName: string) => `Subscribe to ${productName}`,
  subscribe: 'Subscribe',
  price: (price: string) => `It costs ${price}. You have already used your free trial.`,
  priceUnknown: 'You see the price before you confirm. You have already used your free trial.',
  cancelAnyTime: "The next page is the payment service's. You can cancel at any time.",
  trialRunning: 'Your trial is running',
  trialEndsOn: (date: string) => `It ends on ${date}.`,
  subscriptionActive: 'Your subscription is active',
  trialUsed: 'You have already used your free trial',
  trialUsedDetail: 'Each account has one free trial.',
  attentionNeeded: 'Your subscription needs your attention',
  attentionDetail: 'A payment is missing, or the subscription is paused. Open billing to fix it.',
  noTrialsTitle: 'Not found',
  noTrials: 'This server offers no trials.',
  identityDownTitle: 'Try again in a moment',
  identityDown: 'We could not check who is logged in. Nothing was changed.',
  failedTitle: 'The payment service failed',
  failed: (reason: string) => `${reason} You were not charged, and nothing was changed.`,
  openBilling: 'Open billing',
  openProjects: 'Go to your projects',
  seePlans: 'See the plans',
  goHome: 'Go to the start page',
  tryAgain: 'Try again',
  service: {
    failed: 'The payment service failed.',
    unavailable: 'The payment service does not answer.',
    busy: 'The payment service is busy.',
    unknownServer: 'The payment service does not accept this server. Ask its operator for help.',
    refused: (reason: string) => `The payment service refused: ${reason}`,
  },
})

/** The pages behind the link at the end of an email. */
export const unsubscribeTexts = defineTexts('unsubscribe', {
  title: 'Unsubscribe',
  question: (email: string) => `Stop emails to ${email} about shared projects and invitations?`,
  submit: 'Unsubscribe',
  accountEmails: 'You will still receive emails about your own account, such as recovery codes.',
  doneTitle: 'You are unsubscribed',
  done: (email: string) => `${email} will receive no more emails about shared projects and invitations.`,
  brokenTitle: 'This link does not work',
  broken: 'The link is incomplete. Copy the whole link from the end of the email.',
  open: (productName: string) => `Open ${productName}`,
})

/** /dev/outbox, which only developers see. */
export const outboxTexts = defineTexts('outbox', {
  title: 'Outbox',
  empty: 'No email has been written yet.',
  written: 'Written',
  to: 'To',
  subject: 'Subject',
  html: 'HTML',
  source: 'source',
  notFound: 'Not found',
})

/** The plain page that a person sees when a request of the browser fails. */
export const errorPageTexts = defineTexts('errorPage', {
  fallbackTitle: 'Error',
  errorId: (id: string) => `Error ${id}`,
  goHome: 'Go to the start page',
})
