import type { DocumentNode } from '@apollo/client'
import { limits, type ProjectId } from '@espalier/domain'
import type { SentNode } from '@espalier/replica'
import { retryDelayMs } from '../graphql/live-client.ts'
import { liveConnection } from '../graphql/live-connection.ts'
import { quietly } from '../graphql/own-codes.ts'
import { type Fields, readResult, stream } from './ask.ts'
import {
  nodeBatchUpdatedSubscription,
  nodeCreatedSubscription,
  nodeUpdatedSubscription,
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
  /** Events arrive from now on; what came before them has to be asked for. */
  onListening(): void
  /** The server ended a subscription, or refused it: the rights may have changed. Answers whether to listen again. */
  onEnded(): Promise<boolean>
}

export interface Live {
  readonly isListening: boolean
  tryAgain(): void
  stop(): void
}

interface Topic {
  readonly query: DocumentNode
  read(fields: Fields): Pick<LiveEvent, 'nodes' | 'project'>
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
]

const lastingRetryMs = 30_000
const secondLookMs = 1_000

/** Listens to a project for as long as it is open, through every loss of the line. */
export function listenLive(parts: LiveParts): Live {
  let subscriptions: { unsubscribe(): void }[] = []
  let isStopped = false
  let endings = 0
  let timer: number | undefined
  let secondLook: number | undefined

  function subscribe(): void {
    window.clearTimeout(timer)
    if (isStopped || subscriptions.length > 0) return
    // A refusal may come at once, while the others are still being asked for.
    const started: { unsubscribe(): void }[] = []
    subscriptions = started
    for (const topic of topics) {
      if (subscriptions !== started) return
      const asked = { query: topic.query, variables: { projectId: parts.projectId }, context: quietly }
      const next = (result: Parameters<typeof readResult>[0]): void => take(topic, result, started)
      const end = (): void => ended(started)
      started.push(stream(asked).subscribe({ next, error: end, complete: end }))
    }
    if (liveConnection.isUp()) listening()
  }

  // Nobody tells when a subscription has taken hold: what happens between the first question and that moment is asked again.
  function listening(): void {
    parts.onListening()
    window.clearTimeout(secondLook)
    secondLook = window.setTimeout(() => parts.onListening(), secondLookMs)
  }

  function take(topic: Topic, result: Parameters<typeof readResult>[0], from: readonly object[]): void {
    const said = readResult(result)
    if (!said.ok) return ended(from)
    endings = 0
    const { seq, clientId } = (result.extensions ?? {}) as { readonly seq?: unknown; readonly clientId?: unknown }
    if (typeof seq !== 'number') return
    parts.onEvent({ seq, clientId: typeof clientId === 'string' ? clientId : null, ...topic.read(said.fields) })
  }

  function ended(from: readonly object[]): void {
    if (subscriptions !== from || isStopped) return
    unsubscribe()
    endings += 1
    const ms = endings > limits.socketRetry.attempts ? lastingRetryMs : retryDelayMs(endings - 1, Math.random())
    void parts.onEnded().then((isWanted) => {
      if (isWanted && !isStopped) timer = window.setTimeout(subscribe, ms)
    })
  }

  function unsubscribe(): void {
    const ending = subscriptions
    subscriptions = []
    for (const one of ending) one.unsubscribe()
  }

  const look = (): void => {
    if (document.visibilityState === 'visible') subscribe()
  }
  const endListening = liveConnection.listen((isUp) => {
    if (isUp) listening()
  })
  window.addEventListener('online', subscribe)
  document.addEventListener('visibilitychange', look)
  subscribe()

  return {
    get isListening() {
      return liveConnection.isUp() && subscriptions.length > 0
    },
    tryAgain: subscribe,
    stop() {
      isStopped = true
      window.clearTimeout(timer)
      window.clearTimeout(secondLook)
      endListening()
      window.removeEventListener('online', subscribe)
      document.removeEventListener('visibilitychange', look)
      unsubscribe()
    },
  }
}
