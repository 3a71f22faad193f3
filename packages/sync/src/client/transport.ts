import {
  applyDefinitionChanges,
  type DefinitionChanges,
  type GeneralAccess,
  type NodeId,
  type NodeStatus,
  type ProjectDefinitions,
  type ProjectId,
  type ProjectStatus,
  type SavedView,
} from '@espalier/domain'
import type { SentNode } from '../replica/node-record.ts'
import type { Operation } from '../replica/operations.ts'

export interface NodeLink {
  readonly id: NodeId
  readonly title: string
  readonly project: { readonly id: ProjectId; readonly title: string }
}

/** A project as the API sends it. */
export interface SentProject extends ProjectDefinitions {
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
  readonly views: readonly SavedView[]
  readonly viewersMayComment: boolean
}

/** The fields of a project that its client changes. */
export interface ProjectFields extends DefinitionChanges {
  readonly title?: string
  readonly layout?: string
}

/** Returns the project with these fields, as the server stores them. */
export function applyProjectFields(
  project: SentProject,
  { title = project.title, layout = project.layout, ...changes }: ProjectFields,
): SentProject {
  return { ...project, title, layout, ...applyDefinitionChanges(project, changes) }
}

/** Why the server did not do something. */
export interface TransportFailure {
  /** A code of the API, or UNREACHABLE if there was no answer. */
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

/** Operations of one client that are sent as one request; the server applies them in order. */
export interface OperationBatch {
  readonly operations: readonly Operation[]
  /** The client that made them: the server recognizes a repeat only under its id. */
  readonly clientId: string
  /** The person who made them, although another one may be signed in by now. Null: an anonymous visitor. */
  readonly personId: string | null
}

export interface SentChanges {
  readonly seq: number
  /** False if the log no longer goes back that far and everything has to be read again. */
  readonly complete: boolean
  readonly nodes: readonly SentNode[]
}

export interface Snapshot {
  /** Null if the project does not exist. */
  readonly project: SentProject | null
  readonly nodes: readonly SentNode[]
}

export const liveFields = [
  'nodeCreated',
  'nodeUpdated',
  'nodeBatchUpdated',
  'projectUpdated',
  // This field is the last one: its first event shows that all the others have been subscribed to.
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
  /** The connection is lost, and the transport tries to reconnect. */
  down(): void
  /** The server ended or refused a subscription, or the transport has given up. No event follows. */
  ended(end: { readonly isSessionOver: boolean; readonly isConnected: boolean }): void
}

/** How a client reaches the server of its project. No method throws. */
export interface Transport {
  /** Distinguishes this client from all others of the same person. */
  readonly clientId: string
  /** Reads the project and its nodes; the project first, so that its seq is not later than the nodes. */
  readSnapshot(reason: 'open' | 'catch-up'): Promise<TransportResult<Snapshot>>
  /** Returns the project if it was requested before its client exists, as a page does. Null: it was not. */
  readEarlySnapshot?(): Promise<TransportResult<Snapshot>> | null
  readProject(): Promise<TransportResult<SentProject | null>>
  readChanges(after: number): Promise<TransportResult<SentChanges>>
  updateProject(fields: ProjectFields): Promise<TransportResult<SentProject>>
  /** Resolves to one result per operation, with the value of the mutation's field. */
  sendOperations(batch: OperationBatch): Promise<readonly TransportResult<unknown>[]>
  /** Sends without waiting for an answer, because the page is about to close. */
  sendOnLeaving(batch: OperationBatch): void
  /** Resolves to false if the server did not accept it. */
  showSelection(nodeIds: readonly NodeId[]): Promise<boolean>
  /** Subscribes to every live field of the project. Returns a function that unsubscribes. */
  listen(observer: LiveObserver): () => void
  /** Reconnects now instead of after the next delay. */
  reconnectNow(): void
}

export interface Clock {
  /** Milliseconds since an arbitrary start. */
  now(): number
  /** Returns a function that cancels the timer. */
  schedule(ms: number, run: () => void): () => void
  /** Runs after the current task and before any timer. */
  defer(run: () => void): void
  /** Resolves when the person does nothing for a moment, for work that can wait. Omitted: nobody is disturbed. */
  waitForPause?(): Promise<void>
}

/** Texts stored on this device that only one person can read. */
export interface LocalStore {
  /** Returns null if there is no text, or none that can be read. */
  read(name: string): string | null
  /** Returns false if nothing can be stored. */
  write(name: string, text: string): boolean
  remove(name: string): void
  /** Returns the names with this prefix in order. */
  names(prefix: string): readonly string[]
  /** Makes a text unreadable for everybody else, and for this person under any other name. */
  seal(name: string, text: string): string
  /** Returns null if it is not a text that this person sealed under this name. */
  open(name: string, sealed: string): string | null
}
