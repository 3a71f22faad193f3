import { defineTexts } from '@espalier/domain'

export const inviteDialogTexts = defineTexts('invite-dialog', {
  title: 'Invite people',
  lead: (most: number) => `We'll email each person a sign-up link. You can invite up to ${most} people.`,
  addresses: 'Email addresses',
  addressesHint: 'Add several, separated by commas or spaces.',
  recordedOnly: "Email isn't set up on this server: the invites are recorded, not sent.",
  outboxOnly: "Email isn't set up on this server: you'll find the invites in /dev/outbox.",
  cancel: 'Cancel',
  send: 'Send invites',
})
