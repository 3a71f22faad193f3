export { createPresence, type Presence, type PresenceLine } from './create-presence.ts'
export { guestIdOf, type Other, type SentSession } from './other.ts'
