import { accept, type NodeId } from '@espalier/domain'
import { startProject } from '../client/open-project.ts'
import type { SentSession } from '../client/presence.ts'
import type { OpenedProject } from '../client/project-client.ts'
import {
  applyProjectFields,
  type LiveObserver,
  type LocalStore,
  type SentEvent,
  type SentProject,
  type Transport,
  type TransportFailure,
  type TransportResult,
} from '../client/transport.ts'
import type { NodeRecord } from '../replica/node-record.ts'
import type { OperationAnswer } from '../replica/operations.ts'
import { ModelServer } from './model-server.ts'
import { timerClock } from './timer-clock.ts'

export interface ModelTransport extends Transport {
  /** While it is away, no request is answered and the connection is down. */
  goAway(isAway: boolean): void
  /** Sends the list of who has the project open. */
  showSessions(sessions: readonly SentSession[]): void
  /** The selections that were shown to others, in order. */
  readonly selections: readonly (readonly NodeId[])[]
}

const unreachable: TransportFailure = { code: 'UNREACHABLE', text: 'Away', retryAfter: null, isWhole: true }

/** Copies a value as a network would, because the client turns sent objects into its records. */
const send = <Value>(value: Value): Value => structuredClone(value)

function toValue(answer: OperationAnswer): unknown {
  switch (answer.kind) {
    case 'node':
      return answer.node
    case 'changes':
      return answer.changes
    case 'deleted':
      return answer.ids
    case 'done':
      return true
  }
}

/** Connects to a model of the server in the same process: answers arrive in later microtasks, events immediately. */
export function createModelTransport(server: ModelServer, project: SentProject, clientId = 'tab'): ModelTransport {
  const observers = new Set<LiveObserver>()
  const selections: (readonly NodeId[])[] = []
  let stored = project
  let sessions: readonly SentSession[] = []
  let isAway = false
  const emit = (event: SentEvent): void => observers.forEach((observer) => observer.next(send(event)))
  const current = (): SentProject => ({ ...stored, seq: server.seq })
  const answer = async <Value>(read: () => Value): Promise<TransportResult<Value>> =>
    isAway ? { ok: false, ...unreachable } : accept(send(read()))
  const toSessionsEvent = (): SentEvent => ({
    field: 'projectSessions',
    value: sessions,
    seq: server.seq,
    clientId: null,
  })
  server.onEvent(({ seq, clientId: from, nodes }) =>
    emit({ field: 'nodeBatchUpdated', value: nodes, seq, clientId: from }),
  )
  return {
    clientId,
    selections,
    readSnapshot: () => answer(() => ({ project: current(), nodes: server.living() })),
    readProject: () => answer(current),
    readChanges: (after) => answer(() => ({ complete: true, ...server.changesAfter(after) })),
    async updateProject(fields) {
      const text = isAway ? undefined : server.rejections.shift()
      if (text !== undefined) return { ok: false, code: 'BAD_USER_INPUT', text, retryAfter: null, isWhole: false }
      return answer(() => {
        stored = applyProjectFields(stored, fields)
        server.definitions = stored
        return current()
      })
    },
    async sendOperations({ operations, clientId: from }) {
      if (isAway) return operations.map(() => ({ ok: false, ...unreachable }))
      return operations.map((operation): TransportResult<unknown> => {
        const reply = server.execute(from, operation)
        if (reply.ok) return accept(send(toValue(reply.answer)))
        return { ok: false, code: 'CONFLICT', text: reply.text, retryAfter: null, isWhole: false }
      })
    },
    sendOnLeaving({ operations, clientId: from }) {
      if (!isAway) for (const operation of operations) server.execute(from, operation)
    },
    async showSelection(nodeIds) {
      selections.push(nodeIds)
      return !isAway
    },
    listen(observer) {
      observers.add(observer)
      if (!isAway) observer.next(toSessionsEvent())
      return () => observers.delete(observer)
    },
    reconnectNow: () => {},
    goAway(away) {
      isAway = away
      if (!away) return emit(toSessionsEvent())
      for (const observer of observers) observer.down()
    },
    showSessions(next) {
      sessions = next
      emit(toSessionsEvent())
    },
  }
}

export interface ModelProjectOptions {
  readonly project: Omit<SentProject, 'seq'>
  readonly store?: LocalStore
  readonly newId?: () => string
}

export interface ModelProject extends OpenedProject {
  readonly server: ModelServer
  readonly transport: ModelTransport
  /** Waits until everything that can be answered has been. It needs no timer. */
  settle(): Promise<void>
}

const mostTurns = 200

/** Opens the product's own client of a project whose server is a model in the same process. */
export function openModelProject(
  nodes: readonly NodeRecord[],
  { project, store, newId = createIds() }: ModelProjectOptions,
): ModelProject {
  const server = new ModelServer(nodes, project.id)
  server.definitions = project
  const sent = { ...project, seq: server.seq }
  const transport = createModelTransport(server, sent)
  const opened = startProject(
    {
      projectId: project.id,
      transport,
      clock: timerClock,
      newId,
      random: () => 0,
      personId: 'ada',
      ownSessionIds: () => ['ada'],
    },
    { project: sent, nodes: send(nodes), store: store ?? null },
  )
  opened.allowEditing(true)
  void opened.adopt()
  return {
    ...opened,
    server,
    transport,
    async settle() {
      for (let turn = 0; turn < mostTurns; turn += 1) await Promise.resolve()
    },
  }
}

function createIds(): () => string {
  let made = 0
  return () => `new-${(made += 1)}`
}
