import { defineTexts } from '@espalier/domain'

/** Refusals that operators read in /admin. */
export const operatorTexts = defineTexts('operators', {
  personNotFound: 'There is no such person.',
  invitationNotFound: 'There is no such invitation.',
  externalIdentity: 'People are managed in the identity service of IDENTITY_URL, not here.',
  ownAccount: 'You cannot deactivate your own account.',
  alreadyActive: 'This person is active already. No email was sent.',
  emailUnproven: 'This person has not verified their email address yet.',
  searchTooLong: (most: number) => `Search for at most ${most} characters.`,
  badPage: 'There is no such page.',
  badSpan: 'The end must be after the beginning.',
  tooManyMails: 'You have sent many test emails. Try again later.',
  mailFailed: (reason: string) => `The email was not accepted: ${reason}`,
})
