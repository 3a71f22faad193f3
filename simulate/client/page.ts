import { createLocalCopy, type LocalStore, type OpenedProject, openProject, type Replica } from '@espalier/sync'
import type { MemoryDevice } from '@espalier/sync/testing'
import type { Chance } from '../chance.ts'
import type { EditLog } from '../checks/edit-log.ts'
import type { Clock } from '../clock.ts'
import type { Network } from '../network.ts'
import { createSimTransport, type SimTransport } from './transport.ts'

export interface PageOptions {
  readonly name: string
  readonly userId: string
  readonly projectId: string
  readonly clock: Clock
  readonly chance: Chance
  readonly network: Network
  /** The browser of this person, if several tabs share it. A tab without one has a storage of its own. */
  readonly browser?: Browser
  trace(text: () => string): void
}

/** The state that the tabs of a person share. */
export interface Browser {
  readonly device: MemoryDevice
  readonly texts: Map<string, string>
  readonly edits: EditLog
}

/** One tab of one person: it opens the project, edits, is closed, and is opened again. */
export interface Page {
  readonly name: string
  readonly userId: string
  /** Null while the project is not open, or may not be seen. */
  readonly opened: OpenedProject | null
  readonly replica: Replica | null
  readonly isOnline: boolean
  open(): void
  goOffline(): void
  goOnline(): void
  /** Reloads the tab; unsent operations are kept. */
  reload(): void
  /** Closes the tab for a while. */
  closeFor(ms: number): void
  cutLine(): void
}

const reopenMs = 2_000

export function createPage(options: PageOptions): Page {
  const { clock, chance, network, userId, projectId, name } = options
  const { browser } = options
  const stored = browser?.texts ?? new Map<string, string>()
  let opened: OpenedProject | null = null
  let transport: SimTransport | null = null
  let life = 0
  let isOnline = true
  const trace = (text: () => string): void => options.trace(() => `${name} (at ${opened?.replica.seq}) ${text()}`)

  function open(): void {
    const own = life
    const isOpen = (): boolean => own === life
    const schedule = (ms: number, run: () => void): (() => void) => {
      let isCancelled = false
      clock.after(ms, () => {
        if (!isCancelled && isOpen()) run()
      })
      return () => void (isCancelled = true)
    }
    const line = createSimTransport({
      network,
      clock,
      chance,
      userId,
      clientId: chance.uuid(),
      isOnline: () => isOnline,
      isOpen,
      trace,
      onResult: (operationId, result) => browser?.edits.answered(operationId, result),
    })
    transport = line
    const openDevice =
      browser === undefined
        ? undefined
        : async () => {
            const tab = browser.device.openTab(isOpen)
            return { ...tab, copy: createLocalCopy(tab.records, userId) }
          }
    const opening = openProject({
      projectId,
      transport: line,
      clock: { now: () => clock.now, schedule, defer: (run) => queueMicrotask(run) },
      newId: chance.uuid,
      random: chance.next,
      personId: userId,
      ownSessionIds: () => [userId],
      batchLimit: chance.between(1, 6),
      ...(openDevice !== undefined && { openDevice }),
      openStore: () => Promise.resolve(createMemoryStore(stored, isOpen)),
    })
    void opening.then((project) => {
      if (!isOpen()) return
      if (project.kind !== 'open') return void schedule(reopenMs, open)
      opened = project
      project.client.onLost(() => void schedule(reopenMs, reload))
      project.client.onRefused((text, { change }) => {
        trace(() => `is refused: ${change}: ${text}`)
        browser?.edits.rolledBack(project.replica)
      })
      browser?.edits.follow(project.replica, line.clientId)
      // The server checks rights: a person may learn of a lost right only when an edit is rejected.
      project.allowEditing(true)
    })
  }

  function close(): void {
    opened?.client.leave()
    opened?.client.close()
    opened = null
    life += 1
    browser?.device.closed()
  }

  function reload(): void {
    close()
    open()
  }

  return {
    name,
    userId,
    get opened() {
      return opened
    },
    get replica() {
      return opened?.replica ?? null
    },
    get isOnline() {
      return isOnline
    },
    open,
    goOffline() {
      isOnline = false
      transport?.cutLine()
    },
    goOnline() {
      isOnline = true
      opened?.client.tryAgain()
    },
    reload,
    closeFor(ms) {
      close()
      const closed = life
      clock.after(ms, () => {
        if (closed === life) open()
      })
    },
    cutLine: () => transport?.cutLine(),
  }
}

/** A tab's view of its device: writes of a closed tab are lost. */
const createMemoryStore = (texts: Map<string, string>, isOpen: () => boolean): LocalStore => ({
  read: (name) => texts.get(name) ?? null,
  write(name, text) {
    if (isOpen()) texts.set(name, text)
    return true
  },
  remove(name) {
    if (isOpen()) texts.delete(name)
  },
  names: (prefix) => [...texts.keys()].filter((name) => name.startsWith(prefix)).sort(),
  seal: (_name, text) => text,
  open: (_name, sealed) => sealed,
})
