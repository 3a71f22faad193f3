import { defineTexts, formatQuantity } from '@espalier/domain'

/** The texts a form shows when the identity service refuses, fails or does not answer. */
export const identityErrorTexts = defineTexts('identityErrors', {
  noFlow: 'Missing valid authConfig',
  /** The messages are sentences of the service. */
  registrationFailed: (messages: string) => `Error: ${messages}`.trimEnd(),
  unexpectedAnswer: 'The server gave an unexpected answer.',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  badStatus: (statusLine: string) => `Error: server responded with ${statusLine}`,
  tooManyAttempts: (statusLine: string) =>
    `Error: server responded with ${statusLine}. Too many attempts: try again in a little while.`,
  tryAgainInSeconds: (statusLine: string, seconds: number) =>
    `Error: server responded with ${statusLine}. Too many attempts: try again in ${formatQuantity(seconds, 'second')}.`,
  tryAgainInMinutes: (statusLine: string, minutes: number) =>
    `Error: server responded with ${statusLine}. Too many attempts: try again in ${formatQuantity(minutes, 'minute')}.`,
})
