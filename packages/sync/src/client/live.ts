import { limits } from '@espalier/domain'
import type { SentNode } from '../replica/node-record.ts'
import type { SentSession } from './presence.ts'
import { cancelNothing, lastingRetryMs, retryDelayMs } from './retry.ts'
import type { Clock, SentEvent, SentProject, Transport } from './transport.ts'

/** One change of the project as it arrived. */
export interface LiveEvent {
  readonly seq: number
  readonly clientId: string | null
  readonly nodes: readonly SentNode[]
  readonly project: SentProject | null
}

export interface LiveOptions {
  readonly transport: Pick<Transport, 'listen' | 'reconnectNow'>
  readonly clock: Clock
  readonly random: () => number
  onEvent(event: LiveEvent): void
  /** Events arrive from now on; the project was at this seq when they began. */
  onListening(seq: number): void
  /** The people who have the project open: sent when events begin to arrive, then with every change. */
  onSessions(sessions: readonly SentSession[]): void
  /** The connection is lost. */
  onDown(): void
  /** The first attempts to reconnect have failed: nothing is received until a later one succeeds. */
  onOffline(isOffline: boolean): void
  /** The server ended or refused a subscription, so rights may have changed. Resolves to whether to subscribe again. */
  onEnded(isSessionOver: boolean): Promise<boolean>
}

export interface Live {
  readonly isListening: boolean
  start(): void
  tryAgain(): void
  stop(): void
}

/** Stays subscribed to a project while it is open, through every loss of the connection. */
export function createLive(options: LiveOptions): Live {
  const { transport, clock, random } = options
  let endSubscriptions: (() => void) | null = null
  let isStopped = false
  let isListening = false
  let endings = 0
  let cancelRetry = cancelNothing

  function subscribe(): void {
    cancelRetry()
    if (isStopped || endSubscriptions !== null) return
    // A transport may call back before `listen` returns.
    let isOver = false
    let leave: (() => void) | null = null
    const finish = (): void => {
      isOver = true
      leave?.()
    }
    endSubscriptions = finish
    leave = transport.listen({
      next: (event) => void (isOver || receive(event)),
      down: () => void (isOver || lineDown()),
      ended: (end) => void (isOver || ended(end)),
    })
    if (isOver) leave()
  }

  function receive({ field, value, seq, clientId }: SentEvent): void {
    endings = 0
    switch (field) {
      case 'projectSessions':
        return receiveSessions(value as readonly SentSession[], seq)
      case 'projectUpdated':
        return options.onEvent({ seq, clientId, nodes: [], project: value as SentProject })
      case 'nodeBatchUpdated':
        return options.onEvent({ seq, clientId, nodes: value as readonly SentNode[], project: null })
      default:
        return options.onEvent({ seq, clientId, nodes: [value as SentNode], project: null })
    }
  }

  function receiveSessions(sessions: readonly SentSession[], seq: number): void {
    const isFirst = !isListening
    isListening = true
    if (isFirst) options.onOffline(false)
    if (isFirst) options.onListening(seq)
    options.onSessions(sessions)
  }

  function lineDown(): void {
    if (!isListening) return
    isListening = false
    options.onDown()
  }

  function ended({ isSessionOver, isConnected }: { isSessionOver: boolean; isConnected: boolean }): void {
    if (isStopped) return
    unsubscribe()
    lineDown()
    endings += 1
    if (!isConnected) options.onOffline(true)
    const ms = endings > limits.socketRetry.attempts ? lastingRetryMs : retryDelayMs(endings - 1, random())
    void options.onEnded(isSessionOver).then((isWanted) => {
      if (isWanted && !isStopped) cancelRetry = clock.schedule(ms, subscribe)
    })
  }

  function unsubscribe(): void {
    const end = endSubscriptions
    endSubscriptions = null
    end?.()
  }

  return {
    get isListening() {
      return isListening
    },
    start: subscribe,
    tryAgain() {
      // If an attempt that is under way fails, the next one follows as soon as after the first failure.
      endings = 0
      subscribe()
      transport.reconnectNow()
    },
    stop() {
      isStopped = true
      cancelRetry()
      unsubscribe()
    },
  }
}
