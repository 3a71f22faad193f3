export { liveSlice } from './live-slice.ts'
export { toldTo, type Scene } from './room.ts'
export { createRooms, type Rooms } from './rooms.ts'
export type { Telling } from './topic.ts'
