import type { Operation } from '../replica/operations.ts'
import type { Clock, LocalStore } from './transport.ts'

/** An operation with the client that made it, because the server recognizes a repeat only under that client's id. */
interface StoredOperation extends Operation {
  readonly clientId: string
}

export interface UnsentStore {
  /** The unsent operations of this person's earlier clients. */
  readonly restored: readonly Operation[]
  /** Returns the client that made an operation. */
  findClientId(operation: Operation): string
  /** Schedules a write, because the unsent operations have changed. */
  changed(): void
  /** Writes now. Returns false if there is something to keep and it could not be stored. */
  write(): boolean
  stop(): void
}

interface UnsentStoreOptions {
  /** Null if nothing can be stored here. */
  readonly store: LocalStore | null
  /** The person and the project. */
  readonly scope: string
  readonly clientId: string
  readonly clock: Clock
  unsent(): readonly Operation[]
}

const writeDelayMs = 100
// A tab may open a second client while its first one is still sending, so each needs its own name.
let openings = 0

/** Keeps unsent operations on this device, so that they outlive a reload. */
export function createUnsentStore({ store, scope, clientId, clock, unsent }: UnsentStoreOptions): UnsentStore {
  const prefix = `unsent:${scope}:`
  const ownName = `${prefix}${clientId}:${(openings += 1)}`
  const restored = store === null ? [] : claimStoredOperations(store, prefix, ownName)
  const origins = new Map(restored.map(({ id, clientId: origin }) => [id, origin]))
  const findClientId = ({ id }: Operation): string => origins.get(id) ?? clientId
  let cancelWrite: (() => void) | null = null
  let isStopped = false

  function write(): boolean {
    cancelWrite?.()
    cancelWrite = null
    const operations = unsent()
    if (operations.length > 0) {
      const stored = operations.map(({ id, request }) => ({ id, request, clientId: findClientId({ id, request }) }))
      return store?.write(ownName, JSON.stringify(stored)) ?? false
    }
    origins.clear()
    store?.remove(ownName)
    return true
  }

  return {
    restored: restored.map(({ id, request }) => ({ id, request })),
    findClientId,
    write,
    changed() {
      if (isStopped) write()
      else cancelWrite ??= clock.schedule(writeDelayMs, write)
    },
    stop() {
      isStopped = true
      write()
    },
  }
}

/** Takes over what earlier clients of this person left unsent in this project. */
const claimStoredOperations = (store: LocalStore, prefix: string, ownName: string): readonly StoredOperation[] =>
  store.names(prefix).flatMap((name) => {
    const text = store.read(name)
    // An unreadable text stays, because it may become readable once an earlier key of the server is back.
    if (name !== ownName && text !== null) store.remove(name)
    return parseOperations(text)
  })

function parseOperations(text: string | null): readonly StoredOperation[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isStoredOperation) : []
  } catch {
    return []
  }
}

const kinds = ['create', 'update', 'update-many', 'delete', 'delete-branch']

function isStoredOperation(value: unknown): value is StoredOperation {
  if (typeof value !== 'object' || value === null) return false
  const { id, clientId, request } = value as Partial<StoredOperation>
  return typeof id === 'string' && typeof clientId === 'string' && kinds.includes(request?.kind ?? '')
}
