import type { DeviceRecords, RecordReader, RecordWriter } from '@espalier/sync/device-records'

const storeName = 'records'
/** Some browsers never answer when their storage is broken, and the page must not wait for them. */
const longestOpeningMs = 2_000

/** Records in IndexedDB, under their names. Null if the browser has no such storage. */
export function openIndexedRecords(databaseName: string): DeviceRecords | null {
  if (typeof indexedDB === 'undefined') return null
  let opened: Promise<IDBDatabase> | null = null
  const forget = (): void => void (opened = null)

  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    opened ??= openDatabase(databaseName, forget)
    try {
      return (await opened).transaction(storeName, mode)
    } catch (error) {
      // The browser may have closed the database, and the next attempt may succeed.
      forget()
      throw error
    }
  }

  return {
    async read(work) {
      const transaction = await begin('readonly')
      return work(createReader(transaction.objectStore(storeName)))
    },
    async write(work) {
      const transaction = await begin('readwrite')
      const store = transaction.objectStore(storeName)
      const done = whenDone(transaction)
      const writer: RecordWriter = {
        ...createReader(store),
        put: (name, value) => void store.put(value, name),
        remove: (name) => void store.delete(name),
      }
      try {
        const value = await work(writer)
        commit(transaction)
        await done
        return value
      } catch (error) {
        abort(transaction)
        await done.catch(() => undefined)
        throw error
      }
    },
  }
}

const createReader = (store: IDBObjectStore): RecordReader => {
  const names = async (prefix: string): Promise<readonly string[]> =>
    (await whenAnswered(store.getAllKeys(toRange(prefix)))) as readonly string[]
  return {
    get: (name) => whenAnswered(store.get(name)),
    names,
    async all(prefix) {
      const [found, values] = await Promise.all([names(prefix), whenAnswered<unknown[]>(store.getAll(toRange(prefix)))])
      return found.map((name, index) => [name, values[index]] as const)
    },
  }
}

const toRange = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

const whenAnswered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage did not answer')))
  })

const whenDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The storage is full')))
  })

/** A page that is being closed must not wait for the end of the transaction: this finishes it now. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit()
  } catch {
    // It has finished already.
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has finished already.
  }
}

function openDatabase(name: string, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    const timer = setTimeout(() => reject(new Error('The storage does not open')), longestOpeningMs)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(storeName))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage is blocked')))
    request.addEventListener('success', () => {
      clearTimeout(timer)
      const database = request.result
      // Another tab wants to delete the database, or the browser has cleared it.
      database.addEventListener('versionchange', () => {
        database.close()
        onClosed()
      })
      database.addEventListener('close', onClosed)
      resolve(database)
    })
  })
}
