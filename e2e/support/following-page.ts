import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openProject, type Replica } from '@espalier/sync'
import { createNodeTransport, nodeClock } from './node-transport.ts'
import type { Person } from './person.ts'

/** The product's client of a project without a browser, which reads along and notes when it was connected. */
export interface FollowingPage {
  readonly replica: Replica
  /** Resolves to when the current connection was opened; null when none is opened after `since` within the limit. */
  listens(since: number, limitMs: number): Promise<number | null>
  /** Tells whether it has everything up to this seq in time. */
  reaches(seq: number, limitMs: number): Promise<boolean>
  stop(): void
}

export interface Following {
  readonly person: Person
  readonly projectId: string
  /** The server to connect to, asked before each attempt. */
  origin(): string
}

const pollMs = 25

export async function followProject({ person, projectId, origin }: Following): Promise<FollowingPage> {
  let [openedAt, listensSince] = [-1, -1]
  const transport = createNodeTransport({
    origin,
    cookie: person.cookie,
    projectId,
    onSocketOpen: () => (openedAt = performance.now()),
  })
  const opening = await openProject({
    projectId,
    transport: {
      ...transport,
      listen: (observer) =>
        transport.listen({
          ...observer,
          next(event) {
            if (event.field === 'projectSessions') listensSince = openedAt
            observer.next(event)
          },
          ended(end) {
            listensSince = -1
            observer.ended(end)
          },
        }),
    },
    clock: nodeClock,
    newId: randomUUID,
    random: Math.random,
    personId: person.email,
    ownSessionIds: () => [],
  })
  if (opening.kind !== 'open') throw new Error(`the project is ${opening.kind}`)
  const { client, replica } = opening

  async function waitUntil(holds: () => boolean, limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs
    while (!holds() && performance.now() < end) {
      // The client's next attempt may be half a minute away, so this does what a page does when the network is back.
      client.tryAgain()
      await pause(pollMs)
    }
    return holds()
  }

  return {
    replica,
    listens: async (since, limitMs) => ((await waitUntil(() => listensSince >= since, limitMs)) ? listensSince : null),
    reaches: (seq, limitMs) => waitUntil(() => replica.seq >= seq && !replica.isBehind, limitMs),
    stop: client.close,
  }
}
