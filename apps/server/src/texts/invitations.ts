import { defineTexts, formatQuantity } from '@espalier/domain'

/** Why the API refused an invitation to a project, or a request for access to one. */
export const invitationErrorTexts = defineTexts('invitationErrors', {
  badRole: 'The role must be viewer or editor',
  tooMany: (most: number) =>
    `A project can have at most ${formatQuantity(most, 'open invitation')}. Revoke some of them first.`,
  tooManyEmails: (perDay: number) =>
    `You can send ${formatQuantity(perDay, 'email')} about shared projects per day. Create an invite link and pass it on yourself, or try again later.`,
  tooManyRequests: 'You have invited many people within a minute. Try again in a moment.',
  gone: 'This invitation no longer works. Ask for a new one.',
  otherAddress: (email: string) => `This invitation is for ${email}`,
  verifyFirst: 'Verify your email address first. Then you can accept this invitation.',
  noInvitesLeft:
    'This is a private beta, and the person who invited you has no invites left. Ask somebody else to invite you.',
  verifyBeforeAsking: 'Verify your email address first. Then you can ask for access.',
  askedTooOften: 'You have asked for access to many projects. Try again later.',
})
