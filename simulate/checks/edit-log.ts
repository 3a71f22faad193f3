import type { Replica, TransportResult } from '@espalier/sync'

/** Records what one person has done in all tabs, to find out whether all of it was stored, once and in order. */
export interface EditLog {
  /** Records the operations of a client from now on, whenever something happens to them. */
  follow(replica: Replica, clientId: string): void
  /** The person has edited. */
  edited(): void
  answered(operationId: string, result: TransportResult<unknown>): void
  /** The server rejected an operation, so others that depend on it were rolled back too. */
  rolledBack(replica: Replica): void
  /** Checks everything at the end. `commitOf` returns the number of the commit that stored an operation. */
  settle(isStored: (operationId: string) => boolean, commitOf: (operationId: string) => number | undefined): void
}

interface Followed {
  readonly replica: Replica
  readonly clientId: string
  unsent: readonly string[]
}

export function createEditLog(fail: (text: string) => void): EditLog {
  /** The operations of each client, in the order in which they were made. */
  const made = new Map<string, string[]>()
  const known = new Set<string>()
  const refused = new Set<string>()
  const followed: Followed[] = []

  function note(): void {
    for (const one of followed) {
      one.unsent = one.replica.unsent().map(({ id }) => id)
      for (const id of one.unsent) {
        if (known.has(id)) continue
        known.add(id)
        made.set(one.clientId, [...(made.get(one.clientId) ?? []), id])
      }
    }
  }

  return {
    follow(replica, clientId) {
      followed.push({ replica, clientId, unsent: [] })
      note()
    },
    edited: note,
    answered(operationId, result) {
      if (!result.ok && !passing.includes(result.code)) refused.add(operationId)
    },
    rolledBack(replica) {
      const one = followed.find((each) => each.replica === replica)
      const now = new Set(replica.unsent().map(({ id }) => id))
      for (const id of one?.unsent ?? []) if (!now.has(id)) refused.add(id)
      note()
    },
    settle(isStored, commitOf) {
      for (const id of known) {
        if (!isStored(id) && !refused.has(id)) fail(`the edit ${id} was made and neither stored nor refused`)
      }
      for (const [clientId, ids] of made) {
        const commits = ids.flatMap((id) => commitOf(id) ?? [])
        const late = commits.findIndex((commit, index) => commit < (commits[index - 1] ?? 0))
        if (late > 0) fail(`the edits of ${clientId} were stored in another order than they were made`)
      }
    },
  }
}

/** The client sends an operation again after one of these. */
const passing: readonly string[] = ['UNREACHABLE', 'UNAUTHENTICATED', 'RATE_LIMITED', 'UPSTREAM_FAILED', 'INTERNAL']
