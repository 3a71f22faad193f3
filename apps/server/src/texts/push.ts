import { defineTexts } from '@espalier/domain'

/** Refusals of push messages. */
export const pushErrorTexts = defineTexts('push', {
  off: 'Push messages are switched off on this server',
  badEndpoint: 'The endpoint must be an https address of at most 1000 characters',
  badKey: 'The keys of a subscription must be base64url texts',
})
