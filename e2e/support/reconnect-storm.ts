import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createCondition } from './condition.ts'
import { openLiveSocket } from './node-transport.ts'
import { registered, type Person } from './person.ts'
import { startServer } from './server.ts'

export interface StormPlan {
  readonly sockets: number
  /** The number of processes that only keep a core busy. */
  readonly busyCores: number
}

export interface StormReport {
  /** The time from the loss of all sockets until each has its five subscriptions again. */
  readonly listeningMs: number
  readonly listening: number
  /** The median time of an edit. */
  readonly calmMs: number
  readonly stormMs: number
  /** Edits without a good answer during the storm. */
  readonly failed: number
}

const people = 10
const patienceMs = 60_000
const retryMs = { least: 100, spread: 900 }
const calmEdits = 40

interface Visit {
  readonly person: Person
  readonly projectId: string
}

/** Every page of a server loses its socket at the same moment on a busy machine. */
export async function reconnectStorm({ sockets, busyCores }: StormPlan): Promise<StormReport> {
  const server = await startServer({ LOG_LEVEL: 'silent' })
  const burners: ChildProcess[] = []
  const pages = createPages(server.url)
  try {
    const visits = await Promise.all(Array.from({ length: people }, (_, index) => visit(server.url, index)))
    const writer = await visit(server.url, people)
    for (let index = 0; index < sockets; index += 1) pages.open(visits[index % people] as Visit)
    if (!(await pages.allListen(patienceMs))) throw new Error('the pages never listened')
    for (let core = 0; core < busyCores; core += 1) burners.push(spawn(process.execPath, ['-e', 'for (;;);']))
    const calm = await edit(server.url, writer, (count) => count < calmEdits)
    const before = performance.now()
    pages.dropAll()
    let isOver = false
    const during = edit(server.url, writer, (count) => !isOver || count < 5)
    await pages.allListen(patienceMs)
    const listeningMs = performance.now() - before
    isOver = true
    const storm = await during
    return {
      listeningMs,
      listening: pages.listening,
      calmMs: median(calm.times),
      stormMs: median(storm.times),
      failed: storm.failed,
    }
  } finally {
    for (const burner of burners) burner.kill('SIGKILL')
    pages.stop()
    await server.stop()
  }
}

async function visit(url: string, index: number): Promise<Visit> {
  const person = await registered(url, `person-${index}@example.com`)
  return { person, projectId: await person.createProject(url, 'Orchard') }
}

async function edit(url: string, { person, projectId }: Visit, goesOn: (count: number) => boolean) {
  const times: number[] = []
  let failed = 0
  while (goesOn(times.length)) {
    const before = performance.now()
    await person.createNode(url, { projectId, title: 'meanwhile' }).catch(() => (failed += 1))
    times.push(performance.now() - before)
    await pause(20)
  }
  return { times, failed }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Bare subscribers: they hold no copy of the project, because five hundred copies would load this process instead. */
function createPages(url: string) {
  const sockets = new Map<{ readonly terminate: () => void }, { isListening: boolean }>()
  const condition = createCondition()
  let wanted = 0
  let listening = 0
  let isStopped = false
  const countOff = (state: { isListening: boolean }): void => {
    if (state.isListening) listening -= 1
    state.isListening = false
  }
  const connect = ({ person, projectId }: Visit): void => {
    if (isStopped) return
    const state = { isListening: false }
    let hasListened = false
    const place = { origin: () => url, cookie: person.cookie, projectId, clientId: randomUUID() }
    const socket = openLiveSocket(place, {
      next({ field }) {
        // A socket that was dropped in this moment no longer counts, whatever still arrives on it.
        if (field !== 'projectSessions' || hasListened || !sockets.has(socket)) return
        hasListened = true
        state.isListening = true
        listening += 1
        condition.changed()
      },
      ended: () => void reconnect(),
    })
    const reconnect = async (): Promise<void> => {
      sockets.delete(socket)
      countOff(state)
      // A page that had its socket reconnects at once, a rejected one a little later.
      if (!hasListened) await pause(retryMs.least + Math.random() * retryMs.spread)
      connect({ person, projectId })
    }
    sockets.set(socket, state)
  }
  return {
    open(visitor: Visit) {
      wanted += 1
      connect(visitor)
    },
    /** Counted off at once, so that nobody finds sockets that are about to be gone. */
    dropAll() {
      for (const [socket, state] of sockets) {
        sockets.delete(socket)
        countOff(state)
        socket.terminate()
      }
    },
    allListen: (limitMs: number): Promise<boolean> => condition.until(() => listening >= wanted, limitMs),
    get listening() {
      return listening
    },
    stop() {
      isStopped = true
      for (const socket of sockets.keys()) socket.terminate()
    },
  }
}
