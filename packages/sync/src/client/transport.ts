import type { GeneralAccess, NodeId, NodeStatus, ProjectId, ProjectStatus } from '@espalier/domain'
import type { SentNode } from '../replica/node-record.ts'
import type { Operation } from '../replica/operations.ts'

export interface NodeLink {
  readonly id: NodeId
  readonly title: string
  readonly project: { readonly id: ProjectId; readonly title: string }
}

/** A project as the API sends it. */
export interface SentProject {
  readonly id: ProjectId
  readonly title: string
  readonly body: string
  readonly status: ProjectStatus
  readonly completionStatus: NodeStatus
  readonly owner: string
  readonly layout: string
  readonly sharing: { readonly generalAccess: GeneralAccess; readonly users?: unknown }
  readonly nodeLinks: readonly NodeLink[]
  readonly integrationSettings: { readonly jiraSync: boolean }
  readonly seq: number
  readonly updatedAt: number
}

/** Why the server did not do something. */
export interface TransportFailure {
  /** A code of the API, or UNREACHABLE where there was no answer. */
  readonly code: string
  readonly text: string
  /** In seconds. */
  readonly retryAfter: number | null
  /** The whole request was refused, and none of its operations in particular. */
  readonly isWhole: boolean
}

export type TransportResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false } & TransportFailure)

/** Operations of one client that travel as one request; the server applies them in order. */
export interface OperationBatch {
  readonly operations: readonly Operation[]
  /** The client that made them: the server knows a repeat only under that name. */
  readonly clientId: string
  /** The person who made them, although another one may be signed in by now. Null: an anonymous visitor. */
  readonly personId: string | null
}

export interface SentChanges {
  readonly seq: number
  /** False: the log no longer reaches back that far, and everything has to be read again. */
  readonly complete: boolean
  readonly nodes: readonly SentNode[]
}

export interface Snapshot {
  /** Null: there is no such project. */
  readonly project: SentProject | null
  readonly nodes: readonly SentNode[]
}

export const liveFields = [
  'nodeCreated',
  'nodeUpdated',
  'nodeBatchUpdated',
  'projectUpdated',
  // The last one: its first event says that all the others have been subscribed to.
  'projectSessions',
] as const
export type LiveField = (typeof liveFields)[number]

/** An event as the API sends it. */
export interface SentEvent {
  readonly field: LiveField
  readonly value: unknown
  readonly seq: number
  /** The client that caused it. */
  readonly clientId: string | null
}

export interface LiveObserver {
  next(event: SentEvent): void
  /** The line is down, and the transport itself tries to get it back. */
  down(): void
  /** The server ended or refused a subscription, or the transport has given the line up. Nothing follows. */
  ended(end: { readonly isSessionOver: boolean; readonly isConnected: boolean }): void
}

/** How a client reaches the server of its project. No method throws. */
export interface Transport {
  /** Tells this client from all others of the same person. */
  readonly clientId: string
  /** The project and its nodes; the project is read first, so that its seq is not later than the nodes. */
  readSnapshot(reason: 'open' | 'catch-up'): Promise<TransportResult<Snapshot>>
  readProject(): Promise<TransportResult<SentProject | null>>
  readChanges(after: number): Promise<TransportResult<SentChanges>>
  updateProject(fields: { readonly title?: string; readonly layout?: string }): Promise<TransportResult<SentProject>>
  /** Answers one result for each operation, with the value of the mutation's field. */
  sendOperations(batch: OperationBatch): Promise<readonly TransportResult<unknown>[]>
  /** The client is about to disappear: nobody waits for the answer. */
  sendOnLeaving(batch: OperationBatch): void
  /** False: the server did not accept it. */
  showSelection(nodeIds: readonly NodeId[]): Promise<boolean>
  /** Subscribes to every live field of the project; answers how to end that. */
  listen(observer: LiveObserver): () => void
  /** Reconnects now instead of after the next delay. */
  reconnectNow(): void
}

export interface Clock {
  /** In milliseconds, from any start. */
  now(): number
  /** Answers how to cancel it. */
  schedule(ms: number, run: () => void): () => void
  /** Runs after the current task and before any timer. */
  defer(run: () => void): void
}

/** Texts on this device that only one person can read. */
export interface LocalStore {
  /** Null: there is none, or none that can be read. */
  read(name: string): string | null
  /** False where nothing can be stored. */
  write(name: string, text: string): boolean
  remove(name: string): void
  /** Returns the names with this prefix in order. */
  names(prefix: string): readonly string[]
}
