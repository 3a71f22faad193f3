import { openDatabase } from '@espalier/server/src/database/database.ts'
import { createGraphCache } from '@espalier/server/src/database/graph-cache.ts'
import type { Person } from '@espalier/server/src/ports/identities.ts'
import type { Slice } from '@espalier/server/src/api/slice.ts'
import type { Clock } from '../clock.ts'
import { blindable, type BlindableGraphs } from '../faults/blind-graphs.ts'
import type { FaultName } from '../faults/faults.ts'
import { faultyStatements } from '../faults/statement-faults.ts'
import { type Backend, openBackend } from '../storage/connections.ts'
import { createPool, type Wire } from '../storage/pool.ts'
import type { Storage } from '../storage/storage.ts'
import type { Weather } from '../weather.ts'
import type { BusNetwork, JoinedBus } from './bus.ts'
import { composeSlices } from './compose-slices.ts'

export interface ProcessParts {
  readonly clock: Clock
  readonly weather: Weather
  readonly storage: Storage
  readonly buses: BusNetwork
  readonly fault: FaultName | null
  readonly people: ReadonlyMap<string, Person>
  /** Called before each step of each statement: the process may crash here. */
  onStep(process: Process): void
}

/** One server process from its start to its crash. */
export interface Process {
  readonly slices: readonly Slice[]
  readonly graphs: BlindableGraphs
  readonly bus: JoinedBus
  isAlive: boolean
  die(): void
}

const lookMs = 3_000
const startOfTime = Date.UTC(2026, 0, 1)

/** Runs the product's own writes, queries and rooms on stand-ins for the database and the bus. */
export function startProcess(parts: ProcessParts): Process {
  const { clock, buses, fault, people } = parts
  const bus = buses.join()
  const backends = new Set<Backend>()
  const graphs = blindable(createGraphCache())
  const { slices, rooms } = composeSlices({
    database: openDatabase(createPool(createWire(parts, { backends, bus, process: () => made }))),
    bus,
    writesBus: fault === 'publish-before-commit' ? { publish() {} } : bus,
    graphs,
    people,
    now: () => new Date(startOfTime + clock.now),
  })
  const made: Process = {
    slices,
    graphs,
    bus,
    isAlive: true,
    die() {
      made.isAlive = false
      void rooms.stop()
      bus.leave()
      // Statements in flight may still arrive before the database notices.
      clock.after(parts.weather.hop(), () => backends.forEach((backend) => backend.close()))
    },
  }
  const poll = (): void => {
    if (!made.isAlive) return
    bus.poll()
    clock.after(lookMs, poll)
  }
  clock.after(lookMs, poll)
  return made
}

interface WireEnd {
  readonly backends: Set<Backend>
  readonly bus: JoinedBus
  process(): Process
}

const lateCommitMs = 40

function createWire(parts: ProcessParts, { backends, bus, process }: WireEnd): Wire {
  const { clock, weather, storage, fault } = parts
  const isAlive = (): boolean => {
    if (process().isAlive) parts.onStep(process())
    return process().isAlive
  }
  const run = faultyStatements(fault, {
    storage,
    publish: (projectId, seq) => bus.publish({ kind: 'project-changed', projectId, seq }),
  })
  return {
    open() {
      const backend = openBackend(storage, run)
      backends.add(backend)
      return backend
    },
    carry(backend, given, values, then) {
      if (!isAlive()) return
      const text = fault === 'skip-the-lock' ? given.replace(' for update', '') : given
      if (fault === 'ack-before-commit' && text === 'commit') {
        clock.after(lateCommitMs, () => backend.execute(text, values, () => {}))
        return then({ ok: true, rows: [] })
      }
      clock.after(weather.hop(), () =>
        backend.execute(text, values, (outcome) =>
          clock.after(weather.hop(), () => {
            if (isAlive()) then(outcome)
          }),
        ),
      )
    },
  }
}
