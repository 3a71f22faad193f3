export { presencePolicy } from './policy.ts'
export type { Presence } from './presence.ts'
export { presenceSlice, type PresenceSliceOptions } from './presence-slice.ts'
