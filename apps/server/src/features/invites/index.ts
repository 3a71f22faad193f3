export { approveByBetaInvite, reserveBetaInvite } from './beta-invites.ts'
