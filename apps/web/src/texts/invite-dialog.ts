import { defineTexts } from '@espalier/domain'

export const inviteDialogTexts = defineTexts('invite-dialog', {
  title: 'Invite people',
  toProject: (project: string) =>
    `Plan <project>${project}</project> together: the people you invite open it right away.`,
  inviteToProject: 'Invite to this project',
  toProduct: (product: string) => `Invite to ${product}`,
  betaLead: (product: string, most: number) =>
    `${product} is in private beta. The people you invite get in right away. You can invite up to ${most} people.`,
  lead: (most: number) => `We'll email each person a sign-up link. You can invite up to ${most} people.`,
  addresses: 'Email addresses',
  addressesHint: 'Add several, separated by commas or spaces.',
  recordedOnly: "Email isn't set up on this server: the invites are recorded, not sent.",
  outboxOnly: "Email isn't set up on this server: you'll find the invites in /dev/outbox.",
  cancel: 'Cancel',
  send: 'Send invites',
})
