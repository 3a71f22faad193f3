import type { Operation } from '../replica/operations.ts'
import type { Clock, LocalStore } from './transport.ts'

/** An operation with the client that made it: only under that name does the server know a repeat of it. */
interface StoredOperation extends Operation {
  readonly clientId: string
}

export interface UnsentStore {
  /** What earlier clients of this person left behind. */
  readonly restored: readonly Operation[]
  /** The client that made an operation. */
  findClientId(operation: Operation): string
  /** The unsent operations have changed: they are written soon. */
  changed(): void
  /** Writes now. False: there is something to keep, and it could not be stored. */
  write(): boolean
  stop(): void
}

interface UnsentStoreOptions {
  /** Null: nothing can be stored here. */
  readonly store: LocalStore | null
  /** The person and the project. */
  readonly scope: string
  readonly clientId: string
  readonly clock: Clock
  unsent(): readonly Operation[]
}

const writeDelayMs = 100
// Of two clients of one tab, the first may still be sending when the second opens: neither may write over the other.
let openings = 0

/** Keeps unsent operations on this device, so that they outlive a reload. */
export function createUnsentStore({ store, scope, clientId, clock, unsent }: UnsentStoreOptions): UnsentStore {
  const prefix = `unsent:${scope}:`
  const ownName = `${prefix}${clientId}:${(openings += 1)}`
  const restored = store === null ? [] : takeOver(store, prefix, ownName)
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
const takeOver = (store: LocalStore, prefix: string, ownName: string): readonly StoredOperation[] =>
  store.names(prefix).flatMap((name) => {
    const text = store.read(name)
    // What cannot be read now may be readable once an earlier key of the server is back.
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
