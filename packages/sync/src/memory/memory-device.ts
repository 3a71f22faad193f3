import type { DeviceRecords, RecordWriter, TabLocks, TabNews } from '../client/device-records.ts'

/** The device as a tab sees it. Nothing that a closed tab has begun is finished. */
export interface MemoryTab {
  readonly records: DeviceRecords
  readonly locks: TabLocks
  readonly news: TabNews
}

/** A device in memory, which its tabs share. */
export interface MemoryDevice {
  readonly stored: Map<string, unknown>
  /** The tab is open as long as `isOpen` returns true; `closed` has to be called after that. */
  openTab(isOpen: () => boolean): MemoryTab
  /** Frees what closed tabs have held. */
  closed(): void
}

interface Holder {
  readonly isOpen: () => boolean
  readonly waiting: Waiting[]
}

interface Waiting {
  readonly isOpen: () => boolean
  run(): void
}

export function createMemoryDevice(): MemoryDevice {
  const stored = new Map<string, unknown>()
  const holders = new Map<string, Holder>()
  const listeners = new Map<(message: string) => void, () => boolean>()
  let lastWrite: Promise<unknown> = Promise.resolve()

  function free(name: string): void {
    const next = holders.get(name)?.waiting.find(({ isOpen }) => isOpen())
    const waiting = holders.get(name)?.waiting.filter((one) => one !== next && one.isOpen()) ?? []
    holders.delete(name)
    if (next === undefined) return
    holders.set(name, { isOpen: next.isOpen, waiting })
    next.run()
  }

  function openLocks(isOpen: () => boolean): TabLocks {
    const runAndFree = (name: string, work: () => Promise<void>): Promise<void> =>
      work().finally(() => {
        if (holders.get(name)?.isOpen === isOpen) free(name)
      })
    return {
      hold(name) {
        holders.set(name, { isOpen, waiting: [] })
        return () => free(name)
      },
      async tryHold(name, work) {
        if (holders.has(name)) return false
        holders.set(name, { isOpen, waiting: [] })
        await runAndFree(name, work)
        return true
      },
      whenFree(name, work) {
        const one: Waiting = { isOpen, run: () => void runAndFree(name, work) }
        const holder = holders.get(name)
        if (holder !== undefined) holder.waiting.push(one)
        else {
          holders.set(name, { isOpen, waiting: [] })
          one.run()
        }
        return () => {
          const all = holders.get(name)?.waiting
          if (all?.includes(one) === true) all.splice(all.indexOf(one), 1)
        }
      },
    }
  }

  const createWriter = (changes: Map<string, unknown>): RecordWriter => {
    const view = (): Map<string, unknown> => {
      const all = new Map(stored)
      for (const [name, value] of changes) {
        if (value === undefined) all.delete(name)
        else all.set(name, value)
      }
      return all
    }
    const names = async (prefix: string): Promise<readonly string[]> =>
      [...view().keys()].filter((name) => name.startsWith(prefix)).sort()
    return {
      get: async (name) => structuredClone(view().get(name)),
      all: async (prefix) => (await names(prefix)).map((name) => [name, structuredClone(view().get(name))] as const),
      names,
      put: (name, value) => void changes.set(name, structuredClone(value)),
      remove: (name) => void changes.set(name, undefined),
    }
  }

  function openRecords(isOpen: () => boolean): DeviceRecords {
    /** Null: the tab was closed meanwhile. A browser aborts the transaction then, and the tab never learns of it. */
    async function commit<Value>(work: (records: RecordWriter) => Promise<Value>): Promise<{ value: Value } | null> {
      if (!isOpen()) return null
      const changes = new Map<string, unknown>()
      const value = await work(createWriter(changes))
      if (!isOpen()) return null
      for (const [name, next] of changes) {
        if (next === undefined) stored.delete(name)
        else stored.set(name, next)
      }
      return { value }
    }
    return {
      read: (work) => work(createWriter(new Map())),
      async write(work) {
        const committed = lastWrite.then(() => commit(work))
        lastWrite = committed.catch(() => undefined)
        const done = await committed
        return done === null ? new Promise<never>(() => {}) : done.value
      },
    }
  }

  return {
    stored,
    openTab: (isOpen) => ({
      records: openRecords(isOpen),
      locks: openLocks(isOpen),
      news: {
        post(message) {
          for (const [listener, isListening] of listeners) {
            if (isListening !== isOpen && isListening()) queueMicrotask(() => void (isListening() && listener(message)))
          }
        },
        listen(listener) {
          listeners.set(listener, isOpen)
          return () => listeners.delete(listener)
        },
      },
    }),
    closed() {
      for (const [listener, isListening] of listeners) if (!isListening()) listeners.delete(listener)
      for (const [name, { isOpen }] of holders) if (!isOpen()) free(name)
    },
  }
}
