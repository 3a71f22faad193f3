import { findInvariantBreaches, getPrimaryParent, type InvariantBreach } from '@espalier/domain'
import type { NodeRecord } from '../replica/node-record.ts'
import type { Operation, OperationAnswer } from '../replica/operations.ts'
import type { Overwritten } from '../replica/own-texts.ts'
import { createReplica, type Replica } from '../replica/replica.ts'
import { type LoggedEvent, type ModelServer, projectId, type Reply } from './model-server.ts'

/** A page with its replica, on a network that loses, delays, repeats and reorders. */
export class Page {
  replica: Replica
  refusals = 0
  readonly overwritten: Overwritten[] = []
  readonly clientId: string
  readonly #server: ModelServer
  #replies: { readonly operation: Operation; readonly reply: Reply }[] = []
  #receivedCount: number
  #waiting: LoggedEvent[] = []
  #made = 0

  constructor(server: ModelServer, clientId: string) {
    this.#server = server
    this.clientId = clientId
    this.#receivedCount = server.seq
    this.replica = this.#open()
  }

  #open(): Replica {
    const newId = (): string => `${this.clientId}${(this.#made += 1)}`
    const { seq } = this.#server
    const definitions = () => this.#server.definitions
    return createReplica({ projectId, seq, nodes: this.#server.living(), newId, definitions })
  }

  /** Reloads the page; unsent operations are kept. */
  restart(): void {
    const kept = JSON.parse(JSON.stringify(this.replica.unsent())) as Operation[]
    this.#replies = []
    this.#waiting = []
    this.#receivedCount = this.#server.seq
    this.replica = this.#open()
    this.replica.restore(kept)
  }

  /** Sends one request at a time. If it is lost, the server has applied it but the page gets no answer. */
  send(count: number, isLost: boolean): void {
    if (this.#replies.length > 0) return
    const batch = this.replica.unsent().slice(0, count)
    this.replica.sent(batch.map(({ id }) => id))
    const replies = batch.map((operation) => ({ operation, reply: this.#server.execute(this.clientId, operation) }))
    if (!isLost) this.#replies = replies
  }

  hearAnswers(): void {
    const answers: { operationId: string; answer: OperationAnswer }[] = []
    const refused: string[] = []
    for (const { operation, reply } of this.#replies) {
      if (reply.ok) answers.push({ operationId: operation.id, answer: reply.answer })
      else refused.push(operation.id)
    }
    this.#replies = []
    this.overwritten.push(...this.replica.answered(answers))
    for (const operationId of refused) this.refusals += 1 + this.replica.refused(operationId).length
  }

  #collect(): void {
    this.#waiting.push(...this.#server.log.slice(this.#receivedCount))
    this.#receivedCount = this.#server.log.length
  }

  /** Delivers one of the events in flight. */
  receiveEvent(pick: number, isTwice: boolean): void {
    this.#collect()
    const index = pick % Math.max(1, this.#waiting.length)
    const event = this.#waiting[index]
    if (event === undefined) return
    if (!isTwice) this.#waiting.splice(index, 1)
    const isOwn = event.clientId === this.clientId
    this.overwritten.push(...this.replica.receive({ seq: event.seq, isOwn, nodes: event.nodes }))
  }

  receiveAllEvents(): void {
    this.#collect()
    while (this.#waiting.length > 0) this.receiveEvent(0, false)
  }

  /** Cuts the connection: events in flight are lost. */
  cut(): void {
    this.#collect()
    this.#waiting = []
  }

  catchUp(): void {
    const question = this.replica.ask()
    this.overwritten.push(...this.replica.catchUp({ question, ...this.#server.changesAfter(question.after) }))
  }

  reload(): void {
    const question = this.replica.ask()
    const { seq } = this.#server
    this.overwritten.push(...this.replica.reload({ question, seq, nodes: this.#server.living() }))
  }

  /** Delivers everything in the end. */
  finish(): void {
    this.hearAnswers()
    for (let round = 0; this.replica.unsent().length > 0; round += 1) {
      if (round > 1_000) throw new Error('The outbox never becomes empty')
      this.send(7, false)
      this.hearAnswers()
    }
  }

  shown(): readonly NodeRecord[] {
    return sorted(this.replica.nodes())
  }

  breaches(): readonly InvariantBreach[] {
    const nodes = [...this.replica.nodes()].map((node) => ({ ...node, parentId: getPrimaryParent(node) }))
    return findInvariantBreaches({ projectId, nodes })
  }
}

export const sorted = (nodes: Iterable<NodeRecord>): readonly NodeRecord[] =>
  [...nodes].sort((left, right) => (left.id < right.id ? -1 : 1))
