export { createPresence, type Presence, type PresenceController } from './create-presence.ts'
export { toGuestId, type Collaborator, type SentSession } from './other.ts'
