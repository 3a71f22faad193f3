import { defineTexts } from '@espalier/domain'

/** Why the API refused a request about webhooks. */
export const webhookErrorTexts = defineTexts('webhookErrors', {
  notFound: 'Webhook not found',
  deliveryNotFound: 'Delivery not found',
  badUrl: 'Enter an address that begins with https://',
  longUrl: (most: number) => `The address must be at most ${most} characters`,
  plainUrl: 'The address must begin with https://. Plain http is only for hosts that the operator allows.',
  password: 'The address must not contain a name or a password',
  privateHost: 'The address must be on the public internet, unless the operator allows it',
  noEvents: 'Choose at least one event',
  badEvent: (known: string) => `The events must be * or some of ${known}`,
  tooMany: (most: number) => `A project can have at most ${most} webhooks. Delete some of them first.`,
  tooOften: 'Too many attempts. Wait a minute.',
})

/** The mail to the person whose webhook was switched off. */
export const webhookMailTexts = defineTexts('webhookMails', {
  subject: (title: string) => `A webhook of "${title}" was switched off`,
  heading: 'A webhook was switched off',
  failed: (host: string, title: string) =>
    `The webhook of "${title}" at ${host} has accepted nothing for a day, so it was switched off. The events of that time are not sent again.`,
  gone: (host: string, title: string) =>
    `The webhook of "${title}" at ${host} answered that it is gone (410), so it was switched off.`,
  nextStep:
    'Once the receiver works, open the webhooks of the project and choose Send test: that switches it on again.',
  open: 'Open the project',
  reason: (productName: string) => `You received this because you added this webhook in ${productName}.`,
})
