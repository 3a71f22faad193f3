import type { Operation } from '../replica/operations.ts'
import type { DeviceRecords, TabLocks, TabNews } from './device-records.ts'
import { cancelNothing } from './retry.ts'
import type { Clock, LocalStore } from './transport.ts'

/** An operation with the client that made it, because the server recognizes a repeat only under that client's id. */
interface StoredOperation extends Operation {
  readonly clientId: string
  /** Grows with each operation of a client. Earlier versions did not store it. */
  readonly order?: number
}

export interface UnsentStore {
  /** Takes over what clients that are gone have left unsent, now and whenever another one goes. */
  adopt(): Promise<void>
  /** Returns the client that made an operation. */
  findClientId(operation: Operation): string
  /** Schedules a write, because the unsent operations have changed. */
  changed(): void
  /** Writes now. Returns false if there is something to keep and it could not be stored. */
  write(): boolean
  /** Leaves what is unsent to other clients as soon as this one sends nothing any more. */
  stop(isIdle: Promise<void>): void
}

interface UnsentStoreOptions {
  /** Null if nothing can be stored here. It is written at the last moment, or if there are no records. */
  readonly store: LocalStore | null
  /** Shared by all tabs. Null if the storage for them is missing or blocked. */
  readonly records: DeviceRecords | null
  readonly locks: TabLocks
  readonly news: TabNews
  /** Begins the names of this person's unsent operations in this project. */
  readonly prefix: string
  readonly clientId: string
  readonly clock: Clock
  unsent(): readonly Operation[]
  /** Operations of a client that is gone have to be sent by this one. */
  onAdopted(operations: readonly Operation[]): void
}

const writeDelayMs = 100
// A tab may open a second client while its first one is still sending, so each needs its own name.
let openings = 0

/**
 * Keeps unsent operations on this device, so that they outlive a reload. As long as a client is open it holds the lock
 * of its own name, and nobody else sends what it has stored.
 */
export function createUnsentStore(options: UnsentStoreOptions): UnsentStore {
  const { store, locks, news, prefix, clientId, clock, unsent } = options
  const ownName = `${prefix}${clientId}:${(openings += 1)}`
  const origins = new Map<string, string>()
  const orders = new Map<string, number>()
  const watched = new Map<string, () => void>()
  let { records } = options
  /** Operations that are stored under the own name already, but not yet among the unsent ones. */
  let arriving: readonly StoredOperation[] = []
  let made = 0
  let revision = 0
  let storedRevision = 0
  let isInStore = false
  let isStored = false
  /** Writes follow each other, because each of them replaces what is stored. */
  let lastTurn: Promise<void> = Promise.resolve()
  let turns = 0
  let cancelWrite: (() => void) | null = null
  let isStopped = false
  const release = locks.hold(ownName)

  const findClientId = ({ id }: Operation): string => origins.get(id) ?? clientId
  function toStored({ id, request }: Operation): StoredOperation {
    const order = orders.get(id) ?? (made += 1)
    orders.set(id, order)
    return { id, request, clientId: findClientId({ id, request }), order }
  }
  const toText = (operations: readonly Operation[]): string =>
    JSON.stringify([...operations.map(toStored), ...arriving])

  /** The last resort of a page that is being closed, because it needs no waiting. */
  function writeToStore(): boolean {
    const operations = unsent()
    if (operations.length + arriving.length > 0) {
      isInStore = store?.write(ownName, toText(operations)) ?? false
      return isInStore
    }
    removeFromStore()
    return true
  }

  function removeFromStore(): void {
    if (isInStore) store?.remove(ownName)
    isInStore = false
  }

  /** Other tabs wait for the end of this client as soon as it has something that they would have to send. */
  function noteStored(isStoredNow: boolean): void {
    if (isStoredNow && !isStored) news.post(ownName)
    isStored = isStoredNow
  }

  async function writeToRecords(shared: DeviceRecords): Promise<void> {
    while (storedRevision !== revision) {
      const writing = revision
      const operations = unsent()
      const isEmpty = operations.length + arriving.length === 0
      const sealed = isEmpty ? null : (store?.seal(ownName, toText(operations)) ?? null)
      if (isEmpty && !isStored) {
        storedRevision = writing
        break
      }
      // Without a key nothing may be stored: it would be readable for everybody.
      if (!isEmpty && sealed === null) return
      await shared.write(async (writer) => {
        if (sealed === null) writer.remove(ownName)
        else writer.put(ownName, sealed)
      })
      noteStored(sealed !== null)
      storedRevision = writing
    }
    removeFromStore()
    if (unsent().length === 0) origins.clear()
  }

  function flush(): Promise<void> {
    cancelWrite?.()
    cancelWrite = null
    const shared = records
    if (shared === null) {
      writeToStore()
      return Promise.resolve()
    }
    return inTurn(() =>
      writeToRecords(shared).catch(() => {
        // The storage is full or blocked, so the other place has to do.
        records = null
        writeToStore()
      }),
    )
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    turns += 1
    lastTurn = lastTurn.then(work, work).finally(() => (turns -= 1))
    return lastTurn
  }

  function changed(): void {
    revision += 1
    if (isStopped) void flush()
    else cancelWrite ??= clock.schedule(writeDelayMs, () => void flush())
  }

  /** Moves the operations of a client that is gone to the own name, and then sends them. */
  async function takeOver(name: string): Promise<void> {
    if (isStopped) return
    const fromStore = parseOperations(store?.read(name) ?? null)
    const known = new Set(unsent().map(({ id }) => id))
    const moved = (lists: readonly (readonly StoredOperation[])[]): readonly StoredOperation[] =>
      mergeOperations(lists).filter(({ id }) => !known.has(id))
    if (records === null) arriving = moved([fromStore])
    else {
      await records
        .write(async (writer) => {
          const sealed = await writer.get(name)
          const text = typeof sealed === 'string' ? (store?.open(name, sealed) ?? null) : null
          // An unreadable text stays, because it may become readable once an earlier key of the server is back.
          if (text !== null) writer.remove(name)
          arriving = moved([parseOperations(text), fromStore])
          const all = toText(unsent())
          const ownSealed = arriving.length > 0 ? (store?.seal(ownName, all) ?? null) : null
          if (ownSealed !== null) writer.put(ownName, ownSealed)
        })
        .then(() => noteStored(isStored || arriving.length > 0))
        .catch(() => {
          records = null
          arriving = moved([fromStore])
        })
    }
    if (arriving.length === 0) return removeRead(name)
    if (records === null && !writeToStore()) return void (arriving = [])
    removeRead(name)
    const adopted = arriving
    for (const { id, clientId: origin } of adopted) origins.set(id, origin)
    arriving = []
    options.onAdopted(adopted.map(({ id, request }) => ({ id, request })))
    changed()
  }

  function removeRead(name: string): void {
    if (store?.read(name) != null) store.remove(name)
  }

  async function adoptOrWatch(name: string): Promise<void> {
    if (name === ownName || !name.startsWith(prefix) || watched.has(name) || isStopped) return
    const isFree = await locks.tryHold(name, () => inTurn(() => takeOver(name)))
    if (!isFree && !watched.has(name)) {
      const takeOnce = async (): Promise<void> => {
        watched.delete(name)
        await inTurn(() => takeOver(name))
      }
      watched.set(name, locks.whenFree(name, takeOnce))
    }
  }

  async function adopt(): Promise<void> {
    if (store === null) return
    const shared = (await records?.read(({ names }) => names(prefix)).catch(() => [])) ?? []
    for (const name of new Set([...store.names(prefix), ...shared])) await adoptOrWatch(name)
  }

  const stopNews = news.listen((name) => void adoptOrWatch(name))

  return {
    adopt,
    findClientId,
    changed,
    write() {
      if (records === null) return writeToStore()
      if (storedRevision === revision && turns === 0) return true
      const isKept = writeToStore()
      void flush()
      return isKept
    },
    stop(isIdle) {
      isStopped = true
      stopNews()
      for (const cancel of watched.values()) cancel()
      void flush()
      void isIdle.then(flush).catch(cancelNothing).then(release)
    },
  }
}

/** Both places may contain an operation, and one of them may lack the last ones. */
function mergeOperations(lists: readonly (readonly StoredOperation[])[]): readonly StoredOperation[] {
  const byId = new Map(lists.flat().map((one) => [one.id, one]))
  return [...byId.values()].sort((left, right) => (left.order ?? 0) - (right.order ?? 0))
}

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
