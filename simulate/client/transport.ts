import type {
  LiveField,
  SentChanges,
  SentNode,
  SentProject,
  Snapshot,
  Transport,
  TransportFailure,
  TransportResult,
} from '@espalier/sync'
import type { Chance } from '../chance.ts'
import type { Clock } from '../clock.ts'
import type { Connection, Network } from '../network.ts'
import type { ApiCall, CallResult } from '../server/api.ts'

export interface SimTransportOptions {
  readonly network: Network
  readonly clock: Clock
  readonly chance: Chance
  readonly userId: string
  readonly clientId: string
  isOnline(): boolean
  /** False once the tab is closed: nothing that arrives later is passed on. */
  isOpen(): boolean
  trace(text: () => string): void
  onResult?(operationId: string, result: TransportResult<unknown>): void
}

export interface SimTransport extends Transport {
  /** Cuts the live connection, if there is one. */
  cutLine(): void
}

const readAttempts = 3
const firstRetryMs = 300

const unreachable: TransportFailure = { code: 'UNREACHABLE', text: 'No answer', retryAfter: null, isWhole: true }
const toResult = <Value>(result: CallResult | undefined): TransportResult<Value> => {
  if (result === undefined) return { ok: false, ...unreachable }
  if (result.ok) return { ok: true, value: result.value as Value }
  return { ok: false, code: result.code, text: result.text, retryAfter: null, isWhole: false }
}

/** The parts of a project that other resolvers provide, which do not take part in a run. */
const restOfProject = { completionStatus: 'todo', nodeLinks: [], integrationSettings: { jiraSync: false } } as const
const toSentProject = (value: unknown): SentProject => ({ ...restOfProject, ...(value as SentProject) })

/** A tab's connection to the servers over the simulated network. */
export function createSimTransport(options: SimTransportOptions): SimTransport {
  const { network, clock, chance, userId, clientId, isOnline, isOpen, trace } = options
  let connection: Connection | null = null

  /** Resolves to null if there was no answer. A closed tab never gets one. */
  const ask = (calls: readonly ApiCall[], from = clientId): Promise<readonly CallResult[] | null> =>
    new Promise((resolve) => {
      const finish = (answers: readonly CallResult[] | null): void => {
        if (isOpen()) resolve(isOnline() ? answers : null)
      }
      if (isOnline()) network.ask({ userId, clientId: from, calls }, finish)
      else clock.after(1, () => finish(null))
    })

  /** Repeats an unanswered read like the page's GraphQL client. */
  async function read(...calls: readonly ApiCall[]): Promise<readonly (CallResult | undefined)[]> {
    for (let attempt = 1; attempt < readAttempts; attempt += 1) {
      const answers = await ask(calls)
      if (answers !== null) return answers
      await new Promise<void>((resolve) => clock.after(chance.between(1, firstRetryMs * 2 ** attempt), resolve))
    }
    return (await ask(calls)) ?? []
  }

  async function readSnapshot(): Promise<TransportResult<Snapshot>> {
    const [first, second] = await read({ kind: 'project' }, { kind: 'nodes' })
    const [project, nodes] = [toResult(first), toResult<readonly SentNode[]>(second)]
    if (!project.ok) return project
    return nodes.ok ? { ok: true, value: { project: toSentProject(project.value), nodes: nodes.value } } : nodes
  }

  return {
    clientId,
    readSnapshot,
    async readProject() {
      const [result] = await read({ kind: 'project' })
      const project = toResult(result)
      return project.ok ? { ok: true, value: toSentProject(project.value) } : project
    },
    async readChanges(after) {
      const [result] = await read({ kind: 'changes', after })
      return toResult<SentChanges>(result)
    },
    updateProject: () => Promise.reject(new Error('The project is never renamed in a run')),
    async sendOperations({ operations, clientId: origin }) {
      trace(() => `sends ${operations.map(({ id, request }) => `${request.kind} ${id.slice(0, 4)}`).join(', ')}`)
      const answers = await ask(
        operations.map((operation) => ({ kind: 'mutate', operation })),
        origin,
      )
      const results = operations.map((_, index) => toResult(answers?.[index]))
      for (const [index, result] of results.entries()) options.onResult?.(operations[index]?.id ?? '', result)
      return results
    },
    sendOnLeaving({ operations, clientId: origin }) {
      const calls = operations.map((operation): ApiCall => ({ kind: 'mutate', operation }))
      if (isOnline()) network.ask({ userId, clientId: origin, calls }, () => {})
    },
    showSelection: () => Promise.resolve(true),
    listen({ next, ended }) {
      const end = (isConnected: boolean): void => {
        connection = null
        trace(() => 'has lost its line')
        if (isOpen()) ended({ isSessionOver: false, isConnected })
      }
      if (!isOnline()) {
        clock.after(1, () => end(false))
        return () => {}
      }
      const own = network.connect({
        userId,
        clientId,
        onListening: (seq) => next({ field: 'projectSessions', value: [], seq, clientId: null }),
        onEvent({ field, root, seq, clientId: from }) {
          const value = field === 'projectUpdated' ? toSentProject(root[field]) : root[field]
          trace(() => `hears ${seq}`)
          next({ field: field as LiveField, value, seq, clientId: from })
        },
        onEnded: () => end(true),
        onLost: () => end(false),
      })
      connection = own
      return () => own.cut()
    },
    reconnectNow: () => {},
    cutLine: () => connection?.cut(),
  }
}
