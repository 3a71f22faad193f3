import type { Database } from '../../../database/database.ts'
import type { Log } from '../../../ports/log.ts'
import type {
  TrackerFailure,
  TrackerPerson,
  TrackerProject,
  TrackerReadOptions,
  TrackerResult,
  TrackerSite,
} from '../../../ports/tracker.ts'
import { type Caller, createSystemCaller, type Writes } from '../../projects/index.ts'
import type { FieldRules } from '../fields/field-rules.ts'
import type { TrackerConnection } from '../settings/connection-store.ts'
import { trackerSyncField } from './enqueue-changes.ts'

export interface SyncContext {
  readonly database: Database
  readonly writes: Writes
  readonly caller: Caller
  readonly projectId: string
  readonly site: TrackerSite
  readonly connection: TrackerConnection
  readonly log: Log
  /** The same with the settings as they now are. */
  refresh(): Promise<SyncContext>
  /** Which fields are synced, and how they translate. */
  readonly rules: FieldRules
  /** The type of links that are blockers here. Null: links are not synced. */
  readonly blockerTypeId: string | null
  /** How issues are read. */
  readonly reading: TrackerReadOptions
  /** Remembers what it found for the rest of the run. */
  findPerson(email: string): Promise<TrackerResult<TrackerPerson | null>>
  /** How long a create without a response may take to appear before it counts as failed. */
  readonly settleMs: number
  readonly backoffMs: number
  /** A run ends after this and queues the next one, because mails and other projects use the same workers. */
  readonly deadline: number
  now(): Date
  /** Returns the projects and types in which issues can be created; cached for a while. */
  projects(): Promise<readonly TrackerProject[]>
}

/** Ends a run, because the tracker cannot be used now for this project or for any. */
export class TrackerUnavailableError extends Error {
  override readonly name = 'TrackerUnavailableError'
  readonly failure: TrackerFailure

  constructor(failure: TrackerFailure) {
    super(failure.message)
    this.failure = failure
  }
}

const siteFailureKinds: ReadonlySet<TrackerFailure['kind']> = new Set(['rejected', 'limited', 'unreachable'])

/** Ends the run if the failure would affect every node. */
export function throwIfSiteDown<Value>(answer: TrackerResult<Value>): TrackerResult<Value> {
  if (!answer.ok && siteFailureKinds.has(answer.reason.kind)) throw new TrackerUnavailableError(answer.reason)
  return answer
}

/** For reads that concern many nodes: the run cannot continue without them. */
export function requireTrackerValue<Value>(answer: TrackerResult<Value>): Value {
  if (!answer.ok) throw new TrackerUnavailableError(answer.reason)
  return answer.value
}

/** Acts in the name of the project's owner, whose account the tracker knows. */
export const createOwnerCaller = (userId: string): Caller => createSystemCaller(userId, trackerSyncField)

/** A label that earlier versions put on each created issue. It is removed at the next comparison of the issue. */
export const legacyIssueLabel = (nodeId: string): string => `espalier-${nodeId}`
