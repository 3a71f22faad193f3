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
import type { ApiCall, Said } from '../server/api.ts'

export interface SimTransportOptions {
  readonly network: Network
  readonly clock: Clock
  readonly chance: Chance
  readonly userId: string
  readonly clientId: string
  isOnline(): boolean
  /** False once the tab is closed: nothing that comes later is passed on. */
  isOpen(): boolean
  trace(text: () => string): void
}

export interface SimTransport extends Transport {
  /** Cuts the live line, if there is one. */
  cutLine(): void
}

const readAttempts = 3
const firstRetryMs = 300

const unreachable: TransportFailure = { code: 'UNREACHABLE', text: 'No answer', retryAfter: null, isWhole: true }
const toResult = <Value>(said: Said | undefined): TransportResult<Value> => {
  if (said === undefined) return { ok: false, ...unreachable }
  if (said.ok) return { ok: true, value: said.value as Value }
  return { ok: false, code: said.code, text: said.text, retryAfter: null, isWhole: false }
}

/** The parts of a project that its resolver leaves to others, which do not take part in a run. */
const restOfProject = { completionStatus: 'todo', nodeLinks: [], integrationSettings: { jiraSync: false } } as const
const toSentProject = (value: unknown): SentProject => ({ ...restOfProject, ...(value as SentProject) })

/** A tab's way to the servers, over the simulated network. */
export function createSimTransport(options: SimTransportOptions): SimTransport {
  const { network, clock, chance, userId, clientId, isOnline, isOpen, trace } = options
  let connection: Connection | null = null

  /** Null: there was no answer. A closed tab never gets one. */
  const ask = (calls: readonly ApiCall[], from = clientId): Promise<readonly Said[] | null> =>
    new Promise((resolve) => {
      const finish = (answers: readonly Said[] | null): void => {
        if (isOpen()) resolve(isOnline() ? answers : null)
      }
      if (isOnline()) network.ask({ userId, clientId: from, calls }, finish)
      else clock.after(1, () => finish(null))
    })

  /** As the page's GraphQL client repeats a read that nobody answered. */
  async function read(...calls: readonly ApiCall[]): Promise<readonly (Said | undefined)[]> {
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
      const [said] = await read({ kind: 'project' })
      const project = toResult(said)
      return project.ok ? { ok: true, value: toSentProject(project.value) } : project
    },
    async readChanges(after) {
      const [said] = await read({ kind: 'changes', after })
      return toResult<SentChanges>(said)
    },
    updateProject: () => Promise.reject(new Error('nobody renames the project in a run')),
    async sendOperations({ operations, clientId: origin }) {
      trace(() => `sends ${operations.map(({ id, request }) => `${request.kind} ${id.slice(0, 4)}`).join(', ')}`)
      const answers = await ask(
        operations.map((operation) => ({ kind: 'mutate', operation })),
        origin,
      )
      return operations.map((_, index) => toResult(answers?.[index]))
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
