import type { Database } from '@espalier/server/src/database/database.ts'
import type { GraphCache } from '@espalier/server/src/database/graph-cache.ts'
import { createRooms, liveSlice, type Rooms } from '@espalier/server/src/features/live/index.ts'
import { nodesSlice } from '@espalier/server/src/features/nodes/index.ts'
import { createWriteQueue, createWrites, projectsSlice } from '@espalier/server/src/features/projects/index.ts'
import type { Bus } from '@espalier/server/src/ports/bus.ts'
import type { Person } from '@espalier/server/src/ports/identities.ts'
import type { Slice } from '@espalier/server/src/api/slice.ts'

export interface SliceParts {
  readonly database: Database
  readonly bus: Bus
  /** Publishes committed changes. */
  readonly writesBus: Pick<Bus, 'publish'>
  readonly graphs: GraphCache
  readonly people: ReadonlyMap<string, Person>
  now(): Date
}

// Far beyond a run, because the virtual clock triggers it instead.
const neverMs = 2 ** 30
const audit = (): void => {}
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Composes the server's slices for projects, nodes and live updates as the product does. */
export function composeSlices({ database, bus, writesBus, graphs, people, now }: SliceParts): {
  readonly slices: readonly Slice[]
  readonly rooms: Rooms
} {
  const rooms = createRooms({ database, bus, log: quiet, pollMs: neverMs, pauseMsPerSubscriber: 0 })
  // No time passes in the queue, because the virtual clock is the only one.
  const queue = createWriteQueue(() => 0)
  const writes = createWrites({ database, bus: writesBus, audit, graphs, now, queue, waitMs: 60_000 })
  const sharing = {
    findKnownPeople: (_askerId: string, ids: readonly string[]) =>
      Promise.resolve(new Map([...people].filter(([id]) => ids.includes(id)))),
    mailer: { send: () => Promise.resolve() },
    productName: 'Espalier',
    webUrl: () => 'http://localhost',
  }
  const slices = [
    nodesSlice({ database, writes, audit }),
    projectsSlice({ database, writes, audit, rates: null, quotas: { readUsage: async () => [] }, ...sharing }),
    liveSlice({ database, audit, rooms }),
  ]
  return { slices, rooms }
}
