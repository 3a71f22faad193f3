import type { NodeId } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { type AwayEntry, fetchChangesSinceLastVisit } from '../../api/history.ts'
import { type Cell, createCell, type WritableCell } from '../../platform/cell.ts'

/** The changes of others since the person last left the project. */
export interface AwayChanges {
  /** Null: unknown, or the first visit. */
  readonly leftAt: number | null
  /** The earliest comes first. */
  readonly entries: readonly AwayEntry[]
  /** The nodes of the entries, also deleted ones. */
  readonly ids: ReadonlySet<NodeId>
}

interface AwayStore {
  /** Null: not read yet. */
  readonly changes: Cell<AwayChanges | null>
  /** The nodes that glow, because the person has not seen them since they changed. */
  readonly unseen: WritableCell<ReadonlySet<NodeId>>
  /** Reads what has changed, also since the last reading. Returns false if there was no answer. */
  load(): Promise<boolean>
}

const stores = new WeakMap<ProjectClient, AwayStore>()

/** Returns the changes of an open project, which the line, the glow, the replay and the lens share. */
export function getAwayStore(client: ProjectClient): AwayStore {
  const store = stores.get(client) ?? createAwayStore(client)
  stores.set(client, store)
  return store
}

function createAwayStore(client: ProjectClient): AwayStore {
  const changes = createCell<AwayChanges | null>(null)
  const unseen = createCell<ReadonlySet<NodeId>>(new Set())
  return {
    changes,
    unseen,
    async load() {
      const answer = await fetchChangesSinceLastVisit(client.projectId)
      if (answer === null) return false
      const known = changes.get()
      // A lost connection ends a visit for the server, but not for the person who still has the page open.
      const entries = joinEntries(known?.entries ?? [], answer.entries)
      const ids = new Set(entries.flatMap(({ nodeIds }) => nodeIds))
      changes.set({ leftAt: known === null ? answer.leftAt : known.leftAt, entries, ids })
      if (known === null) unseen.set(new Set([...ids].filter((id) => client.node(id) !== undefined)))
      return true
    },
  }
}

function joinEntries(known: readonly AwayEntry[], added: readonly AwayEntry[]): readonly AwayEntry[] {
  const bySeq = new Map([...known, ...added].map((entry) => [entry.seq, entry]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}
