import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createNodeReader, createReplica, type Replica } from '@espalier/sync'
import { createCondition } from './condition.ts'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'
import type { Person } from './person.ts'
import { projectReads, type ProjectReads } from './project-reads.ts'

/**
 * A replica of a project, maintained like a page's: it listens, then fetches the changes after the last seq it knows.
 */
export interface FollowingPage {
  readonly replica: Replica
  /** Resolves to when the current connection was opened; null when none is opened after `since` within the limit. */
  listens(since: number, limitMs: number): Promise<number | null>
  /** Tells whether it has everything up to this seq in time. */
  reaches(seq: number, limitMs: number): Promise<boolean>
  stop(): Promise<void>
}

export interface Following {
  readonly person: Person
  readonly projectId: string
  /** The server to connect to, asked before each attempt. */
  origin(): string
}

const retryMs = 25

export async function followProject({ person, projectId, origin }: Following): Promise<FollowingPage> {
  const reads = projectReads(person, projectId, origin)
  const adopt = createNodeReader(projectId)
  const start = await reads.everything()
  const replica = createReplica({ projectId, seq: start.seq, nodes: start.nodes.map(adopt), newId: randomUUID })
  const condition = createCondition()
  const asking = createAsking(replica, { reads, adopt, answered: condition.changed })
  const state = { isStopped: false, openedAt: -1, listensSince: -1, line: null as LiveSocket | null }
  const listenOnce = (): LiveSocket =>
    openLiveSocket({
      origin: origin(),
      cookie: person.cookie,
      projectId,
      onOpen: () => (state.openedAt = performance.now()),
      onListening() {
        state.listensSince = state.openedAt
        asking.ask()
        condition.changed()
      },
      onEvent(seq, nodes) {
        replica.receive({ seq, isOwn: false, nodes: nodes.map(adopt) })
        if (replica.isBehind) asking.ask()
        condition.changed()
      },
    })
  const listening = (async () => {
    while (!state.isStopped) {
      state.line = listenOnce()
      await state.line.over
      state.listensSince = -1
      if (!state.isStopped) await pause(retryMs)
    }
  })()
  return {
    replica,
    listens: async (since, limitMs) =>
      (await condition.until(() => state.listensSince >= since, limitMs)) ? state.listensSince : null,
    reaches: (seq, limitMs) => condition.until(() => replica.seq >= seq && !replica.isBehind, limitMs),
    async stop() {
      state.isStopped = true
      state.line?.terminate()
      await listening
      await asking.stop()
    },
  }
}

interface AskingParts {
  readonly reads: ProjectReads
  readonly adopt: ReturnType<typeof createNodeReader>
  answered(): void
}

/** Fetches missing changes until it is answered; requests meanwhile become one more fetch. */
function createAsking(replica: Replica, { reads, adopt, answered }: AskingParts) {
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  const askOnce = async (): Promise<void> => {
    const question = replica.ask()
    const { complete, seq, nodes } = await reads.changesAfter(question.after)
    if (complete) return void replica.catchUp({ question, seq, nodes: nodes.map(adopt) })
    const request = replica.ask()
    const all = await reads.everything()
    replica.reload({ question: request, seq: all.seq, nodes: all.nodes.map(adopt) })
    isWanted = true
  }
  const run = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false
      const isAnswered = await askOnce().then(
        () => true,
        () => false,
      )
      if (isAnswered) answered()
      else {
        isWanted = true
        await pause(retryMs)
      }
    }
  }
  return {
    ask(): void {
      isWanted = true
      running ??= run().finally(() => (running = null))
    },
    async stop(): Promise<void> {
      isStopped = true
      await running
    },
  }
}
