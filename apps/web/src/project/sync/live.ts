import { limits, type ProjectId } from '@espalier/domain'
import type { SentNode } from '@espalier/sync'
import { apiClient } from '../../api/graphql/api-client.ts'
import { type Fields, readResult } from '../../api/graphql/ask.ts'
import type { DocumentNode } from '../../api/graphql/gql.ts'
import { retryDelayMs } from '../../api/graphql/live-client.ts'
import { liveConnection } from '../../api/graphql/live-connection.ts'
import type { ApiResult } from '../../api/graphql/send-batch.ts'
import type { SentSession } from '../../api/presence.ts'
import { whenIdle } from '../../platform/timing.ts'
import {
  nodeBatchUpdatedSubscription,
  nodeCreatedSubscription,
  nodeUpdatedSubscription,
  projectSessionsSubscription,
  projectUpdatedSubscription,
} from './documents.ts'
import type { SentProject } from './read-project.ts'

/** One change of the project as it arrived. */
export interface LiveEvent {
  readonly seq: number
  readonly clientId: string | null
  readonly nodes: readonly SentNode[]
  readonly project: SentProject | null
}

export interface LiveParts {
  readonly projectId: ProjectId
  onEvent(event: LiveEvent): void
  /** Events arrive from now on; the project was at this number when they began to. */
  onListening(seq: number): void
  /** Who is there; the first time as soon as events arrive, then with every change. */
  onSessions(sessions: readonly SentSession[]): void
  /** The line is down. */
  onLost(): void
  /** The first tries to get it back have failed: nothing is heard until one of the later ones succeeds. */
  onDeaf(isDeaf: boolean): void
  /** The server ended a subscription, or refused it: the rights may have changed. Answers whether to listen again. */
  onEnded(isSessionOver: boolean): Promise<boolean>
}

export interface Live {
  readonly isListening: boolean
  tryAgain(): void
  stop(): void
}

interface Topic {
  readonly query: DocumentNode
  /** Null: it says who is there. */
  readonly read: ((fields: Fields) => Pick<LiveEvent, 'nodes' | 'project'>) | null
}

const topics: readonly Topic[] = [
  {
    query: nodeCreatedSubscription,
    read: (fields) => ({ nodes: [fields['nodeCreated'] as SentNode], project: null }),
  },
  {
    query: nodeUpdatedSubscription,
    read: (fields) => ({ nodes: [fields['nodeUpdated'] as SentNode], project: null }),
  },
  {
    query: nodeBatchUpdatedSubscription,
    read: (fields) => ({ nodes: fields['nodeBatchUpdated'] as readonly SentNode[], project: null }),
  },
  {
    query: projectUpdatedSubscription,
    read: (fields) => ({ nodes: [], project: fields['projectUpdated'] as SentProject }),
  },
  // The last one: its first word is that all the others have taken hold.
  { query: projectSessionsSubscription, read: null },
]

const lastingRetryMs = 30_000
/** What the server closes a socket with when its session ends. */
const sessionEndedCode = 4401

/** Listens to a project for as long as it is open, through every loss of the line. */
export function listenLive(parts: LiveParts): Live {
  let subscriptions: (() => void)[] = []
  let isStopped = false
  let endings = 0
  let timer: number | undefined
  let isStanding = false

  function subscribe(): void {
    window.clearTimeout(timer)
    if (isStopped || subscriptions.length > 0) return
    // A refusal may come at once, while the others are still being asked for.
    const started: (() => void)[] = []
    subscriptions = started
    for (const topic of topics) {
      if (subscriptions !== started) return
      const next = (result: ApiResult): void => take(topic, result, started)
      const end = (): void => ended(started)
      started.push(apiClient().subscribe(topic.query, { projectId: parts.projectId }, { next, end }))
    }
  }

  function take({ read }: Topic, result: ApiResult, from: readonly object[]): void {
    if (subscriptions !== from) return
    const said = readResult(result)
    if (!said.ok) return ended(from)
    endings = 0
    const { seq, clientId } = (result.extensions ?? {}) as { readonly seq?: unknown; readonly clientId?: unknown }
    if (typeof seq !== 'number') return
    if (read === null) return takeSessions(said.fields, seq)
    parts.onEvent({ seq, clientId: typeof clientId === 'string' ? clientId : null, ...read(said.fields) })
  }

  function takeSessions(fields: Fields, seq: number): void {
    const isFirst = !isStanding
    isStanding = true
    if (isFirst) parts.onDeaf(false)
    if (isFirst) parts.onListening(seq)
    parts.onSessions(fields['projectSessions'] as readonly SentSession[])
  }

  function fell(): void {
    if (!isStanding) return
    isStanding = false
    parts.onLost()
  }

  function ended(from: readonly object[]): void {
    if (subscriptions !== from || isStopped) return
    unsubscribe()
    fell()
    endings += 1
    if (!liveConnection.isUp()) parts.onDeaf(true)
    const ms = endings > limits.socketRetry.attempts ? lastingRetryMs : retryDelayMs(endings - 1, Math.random())
    void parts.onEnded(liveConnection.closeCode() === sessionEndedCode).then((isWanted) => {
      if (isWanted && !isStopped) timer = window.setTimeout(subscribe, ms)
    })
  }

  function unsubscribe(): void {
    const ending = subscriptions
    subscriptions = []
    for (const end of ending) end()
  }

  const tryAgain = (): void => {
    subscribe()
    liveConnection.hurry()
  }
  const look = (): void => {
    if (document.visibilityState === 'visible') tryAgain()
  }
  const endListening = liveConnection.listen((isUp) => {
    if (!isUp) fell()
  })
  window.addEventListener('online', tryAgain)
  document.addEventListener('visibilitychange', look)
  // The project is drawn first: what happens meanwhile is asked for once the line stands.
  whenIdle(subscribe)

  return {
    get isListening() {
      return isStanding
    },
    tryAgain,
    stop() {
      isStopped = true
      window.clearTimeout(timer)
      endListening()
      window.removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', look)
      unsubscribe()
    },
  }
}
