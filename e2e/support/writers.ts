import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createCondition } from './condition.ts'
import type { AnsweredWrite } from './ledger.ts'
import type { Person, Told } from './person.ts'

export interface WritersOptions {
  readonly person: Person
  readonly projectId: string
  readonly count: number
  /** The servers to ask, in any order: the next attempt goes to the next one. */
  readonly origins: readonly string[]
  /** They stop by themselves after this many. */
  readonly most?: number
  readonly pauseMs?: number
  onAnswer?(): void
}

/** People who write without pause and resend unanswered writes. */
export interface Writers {
  readonly answered: readonly AnsweredWrite[]
  /** The number of retries. */
  readonly retries: number
  /** Retries of answered writes that got a different answer. */
  readonly unlike: number
  whenAnswered(count: number): Promise<void>
  /** Resolves when each has the answer to its last write. */
  stop(): Promise<void>
}

const attempts = 2_000
const retryMs = 25
const hangMs = 30_000
const fields = '{ id title parentIds version }'
const documents = {
  create: `mutation ($data: NodeCreate!) { createNode(data: $data) ${fields} }`,
  update: `mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) ${fields} }`,
}

interface Write {
  readonly kind: AnsweredWrite['kind']
  readonly nodeId: string | null
  readonly data: { readonly title?: string; readonly parentId?: string | null }
}

export function startWriters(options: WritersOptions): Writers {
  const { count, most = Number.POSITIVE_INFINITY, pauseMs = 0 } = options
  const state = { isOver: false, begun: 0, retries: 0, unlike: 0 }
  const answered: AnsweredWrite[] = []
  const condition = createCondition()
  const write = async (writer: number): Promise<void> => {
    const own: string[] = []
    for (let turn = 0; !state.isOver && state.begun < most; turn += 1) {
      state.begun += 1
      const next = nextWrite(writer, turn, own)
      const sent = await sendSurely(options, { next, writer, retried: () => (state.retries += 1) })
      if (!sent.isRepeatedAlike) state.unlike += 1
      if (next.kind === 'create') own.push(sent.answer.nodeId)
      answered.push(sent.answer)
      options.onAnswer?.()
      condition.changed()
      if (pauseMs > 0) await pause(pauseMs)
    }
  }
  const all = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  // Reported by stop() and to callers that wait; nobody may be listening yet.
  all.catch(() => undefined)
  return {
    answered,
    get retries() {
      return state.retries
    },
    get unlike() {
      return state.unlike
    },
    async whenAnswered(wanted) {
      const came = condition.until(() => answered.length >= wanted, 600_000)
      const isThere = await Promise.race([came, all.then(() => answered.length >= wanted)])
      if (!isThere) throw new Error(`only ${answered.length} of ${wanted} writes were answered`)
    },
    async stop() {
      state.isOver = true
      await all
    },
  }
}

/** Each writer creates its own branch, and renames and moves in it. */
function nextWrite(writer: number, turn: number, own: readonly string[]): Write {
  const title = `writer ${writer} turn ${turn} ${randomUUID()}`
  const nodeId = own[(turn * 7) % own.length] ?? null
  const [root = null] = own
  if (root !== null && turn % 10 === 9 && nodeId !== null && nodeId !== root) {
    return { kind: 'move', nodeId, data: { parentId: root } }
  }
  if (nodeId !== null && turn % 2 === 0) return { kind: 'rename', nodeId, data: { title } }
  return { kind: 'create', nodeId: null, data: { title, parentId: nodeId } }
}

interface Sending {
  readonly next: Write
  readonly writer: number
  retried(): void
}

async function sendSurely({ person, projectId, origins }: WritersOptions, { next, writer, retried }: Sending) {
  const { kind, nodeId, data } = next
  const operationId = randomUUID()
  const send = (attempt: number): Promise<Told> => {
    const origin = origins[(writer + attempt) % origins.length] ?? ''
    if (nodeId === null) return person.ask(origin, documents.create, { data: { projectId, ...data } }, operationId)
    return person.ask(origin, documents.update, { id: nodeId, data }, operationId)
  }
  const first = await untilAnswered(send, retried)
  // One in twenty is treated as if its answer had been lost.
  const isRepeated = Number.parseInt(operationId.slice(0, 2), 16) < 13
  const second = isRepeated ? await untilAnswered(send, retried) : first
  const answer: AnsweredWrite = {
    operationId,
    kind,
    nodeId: first.id,
    title: data.title ?? null,
    parentId: data.parentId ?? null,
  }
  return { answer, isRepeatedAlike: JSON.stringify(first) === JSON.stringify(second) }
}

const passing = new Set(['INTERNAL', 'RATE_LIMITED', 'UPSTREAM_FAILED'])

async function untilAnswered(send: (attempt: number) => Promise<Told>, retried: () => void): Promise<{ id: string }> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const outcome = await Promise.race([
      send(attempt).catch(() => null),
      pause(hangMs, 'hangs' as const, { ref: false }),
    ])
    if (outcome === 'hangs') throw new Error(`a write was not answered within ${hangMs} ms`)
    const made = outcome?.data?.['createNode'] ?? outcome?.data?.['updateNode']
    if (made !== undefined && made !== null) return made
    const refusal = outcome?.codes.find((code) => !passing.has(code))
    if (refusal !== undefined) throw new Error(`a write was refused with ${refusal}`)
    retried()
    await pause(retryMs)
  }
  throw new Error('a write was never answered')
}
