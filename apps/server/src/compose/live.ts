import type { Database } from '../database/database.ts'
import { createFindWatchedProject, createRooms, liveSlice } from '../features/live/index.ts'
import { presenceSlice } from '../features/presence/index.ts'
import type { Audit } from '../ports/audit.ts'
import type { Bus } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import type { Slice } from '../transport/graphql/slice.ts'
import type { ShutdownHooks } from './stopping.ts'

export interface LiveSliceParts {
  readonly database: Database
  readonly audit: Audit
  readonly bus: Bus
  /** Null: no limits. */
  readonly rates: Rates | null
  readonly log: Log
  readonly started: ShutdownHooks
  apiUrl(): string
}

/** What is told while it happens: changes of projects, and who is in them. */
export function composeLive({ started, ...parts }: LiveSliceParts): Slice[] {
  const rooms = createRooms(parts)
  started.add('rooms', () => rooms.stop())
  const findWatched = createFindWatchedProject(parts.database)
  const { slice, presence } = presenceSlice({ ...parts, rooms, findWatched })
  started.add('presence', () => presence.stop())
  return [liveSlice({ ...parts, rooms, findWatched }), slice]
}
