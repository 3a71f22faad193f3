export { createInvites } from './invites.ts'
export { createInviteTokens } from './invite-token.ts'
export { invitesSlice } from './invites-slice.ts'
