import { defineTexts } from '@espalier/domain'

/** Why the API refused to manage an access token, or refused what a program asked for with one. */
export const tokenTexts = defineTexts('accessTokens', {
  notFound: 'Access token not found',
  invalid: 'The access token is unknown, expired or revoked',
  missing: 'Send an access token as Authorization: Bearer esp_...',
  badName: (most: number) => `The name must be 1 to ${most} characters`,
  badExpiry: 'The expiry must be in the future',
  badNode: 'The node of a branch must exist in the project',
  tooMany: (most: number) => `You can have at most ${most} access tokens. Revoke some of them first.`,
  peopleOnly: 'Only a person who is logged in may do this, not an access token',
  readsOnly: 'This access token may only read',
  oneProject: 'This access token is for one project only',
  oneBranch:
    'This access token is for one branch of a project only. Give a parent inside of it, and leave its top node in place.',
})
