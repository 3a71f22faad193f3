import {
  createNodeReader,
  type OperationAnswer,
  createReplica,
  type NodeRecord,
  type Operation,
  type Replica,
} from '@espalier/sync'
import type { ApiCall, Said } from '../server/api.ts'
import type { Connection } from '../network.ts'
import { createCatchUp } from './catch-up.ts'
import { createOutbox } from './outbox.ts'
import type { Kept, PageParts } from './page-parts.ts'
import { type EventNodes, eventOf } from './events.ts'

export interface BoardParts extends PageParts {
  readonly clientId: string
  readonly seq: number
  readonly nodes: readonly NodeRecord[]
  readonly kept: readonly Kept[]
  isOnline(): boolean
  ask(calls: readonly ApiCall[], clientId: string, done: (answers: readonly Said[] | null) => void): void
  /** Unless the tab is closed before. */
  later(ms: number, run: () => void): void
  /** The project may no longer be seen. */
  onDenied(): void
}

/** The open project of a tab: its replica, and how it is sent, heard and caught up with. */
export interface Board {
  readonly replica: Replica
  edited(): void
  tryAgain(): void
  cutLine(): void
  keep(): readonly Kept[]
  close(): void
}

const patienceMs = 1_000
const askAttempts = 5
const firstRetryMs = 1_000
const lastRetryMs = 5_000

export function createBoard(parts: BoardParts): Board {
  const { chance, clientId, projectId, later, trace, name } = parts
  const adopt = createNodeReader(projectId)
  const origins = new Map(parts.kept.map(({ id, clientId: origin }) => [id, origin]))
  const originOf = ({ id }: Operation): string => origins.get(id) ?? clientId
  const replica = createReplica({ projectId, seq: parts.seq, nodes: parts.nodes.map(adopt), newId: chance.uuid })
  let connection: Connection | null = null
  let isListening = false
  let isDoubtAsked = false

  const retryMs = (failures: number): number =>
    chance.between(firstRetryMs, Math.min(lastRetryMs, firstRetryMs * 2 ** failures))

  function askPatiently(calls: readonly ApiCall[], done: (answers: readonly Said[] | null) => void, attempt = 1): void {
    parts.ask(calls, clientId, (answers) => {
      if (answers !== null || attempt >= askAttempts) return done(answers)
      later(retryMs(attempt), () => askPatiently(calls, done, attempt + 1))
    })
  }

  const heard = (seq: number): void => trace(() => `${name} has caught up to ${seq}`)
  const catchUp = createCatchUp({ replica, adopt, ask: askPatiently, heard })

  const isInDoubt = (): boolean => replica.isBehind || (replica.isUnsure && replica.unsent().length === 0)
  function lookAtDoubt(): void {
    if (isDoubtAsked || !isInDoubt()) return
    if (!isListening) return catchUp()
    isDoubtAsked = true
    later(patienceMs, () => {
      isDoubtAsked = false
      if (isInDoubt()) catchUp()
    })
  }

  const outbox = createOutbox({
    unsent: replica.unsent,
    batchOf: (operations) => sameOrigin(operations.slice(0, chance.between(1, 6)), originOf),
    send(operations, done) {
      replica.sent(operations.map(({ id }) => id))
      const [first] = operations
      const calls = operations.map((operation): ApiCall => ({ kind: 'mutate', operation }))
      trace(
        () => `${name} sends ${operations.map(({ id, request }) => `${request.kind} ${id.slice(0, 4)}`).join(', ')}`,
      )
      parts.ask(calls, first === undefined ? clientId : originOf(first), done)
    },
    onAnswered(answers) {
      replica.answered(
        answers.map(({ operation, value }) => ({
          operationId: operation.id,
          answer: answerTo(operation, value, adopt),
        })),
      )
    },
    onRefused(operation, { code, text }) {
      trace(() => `${name} is refused ${operation.request.kind} ${operation.id.slice(0, 4)}: ${code} ${text}`)
      replica.refused(operation.id)
    },
    onEmpty: lookAtDoubt,
    later,
    retryMs,
  })

  function hear({ seq, from, nodes }: EventNodes): void {
    trace(() => `${name} (at ${replica.seq}) hears ${seq}`)
    replica.receive({ seq, isOwn: from === clientId, nodes: nodes.map(adopt) })
    lookAtDoubt()
  }

  function lost(): void {
    trace(() => `${name} has lost its line`)
    connection = null
    isListening = false
    later(retryMs(0), connect)
  }

  /** The server ended what we listened to: the rights may have changed. */
  function ended(): void {
    connection = null
    isListening = false
    askPatiently([{ kind: 'project' }], (answers) => {
      const [said] = answers ?? []
      if (said !== undefined && !said.ok && said.code === 'NOT_FOUND') parts.onDenied()
      else later(retryMs(0), connect)
    })
  }

  function connect(): void {
    if (connection !== null) return
    if (!parts.isOnline()) return later(lastRetryMs, connect)
    connection = parts.network.connect({
      userId: parts.userId,
      clientId,
      onListening() {
        isListening = true
        trace(() => `${name} (at ${replica.seq}) listens`)
        catchUp()
      },
      onEvent: (event) => hear(eventOf(event)),
      onEnded: ended,
      onLost: lost,
    })
  }

  connect()
  if (parts.kept.length > 0) {
    replica.restore(parts.kept.map(({ id, request }) => ({ id, request })))
    outbox.wake()
  }
  return {
    replica,
    edited: outbox.wake,
    tryAgain() {
      outbox.wake()
      connect()
    },
    cutLine: () => connection?.cut(),
    keep: () => replica.unsent().map((operation) => ({ ...operation, clientId: originOf(operation) })),
    close() {
      connection?.cut()
    },
  }
}

function sameOrigin(operations: readonly Operation[], originOf: (one: Operation) => string): readonly Operation[] {
  const [first] = operations
  const end = operations.findIndex((one) => first !== undefined && originOf(one) !== originOf(first))
  return end < 0 ? operations : operations.slice(0, end)
}

function answerTo({ request }: Operation, value: unknown, adopt: (sent: NodeRecord) => NodeRecord): OperationAnswer {
  switch (request.kind) {
    case 'create':
    case 'update':
      return { kind: 'node', node: adopt(value as NodeRecord) }
    case 'update-many':
      return { kind: 'done' }
    case 'delete':
      return { kind: 'changes', changes: value as Extract<OperationAnswer, { kind: 'changes' }>['changes'] }
    case 'delete-branch':
      return { kind: 'deleted', ids: value as readonly string[] }
  }
}
