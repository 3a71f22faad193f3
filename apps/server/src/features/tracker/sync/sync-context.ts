import type { Database } from '../../../database/database.ts'
import type { Log } from '../../../ports/log.ts'
import type { TrackerFailure, TrackerProject, TrackerResult, TrackerSite } from '../../../ports/tracker.ts'
import { type Caller, createSystemCaller, type Writes } from '../../projects/index.ts'
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
  /** A create without an answer is given so long to show up before it counts as not done. */
  readonly settleMs: number
  readonly backoffMs: number
  /** A run ends after this and queues the next: mails and other projects wait for the same workers. */
  readonly deadline: number
  now(): Date
  /** Where issues may be created, and of which types; asked once in a while. */
  projects(): Promise<readonly TrackerProject[]>
}

/** What ends a run: the tracker cannot be used at present, by this project or by any. */
export class TrackerUnavailableError extends Error {
  override readonly name = 'TrackerUnavailableError'
  readonly failure: TrackerFailure

  constructor(failure: TrackerFailure) {
    super(failure.message)
    this.failure = failure
  }
}

const siteFailureKinds: ReadonlySet<TrackerFailure['kind']> = new Set(['rejected', 'limited', 'unreachable'])

/** A failure that no other node would be spared ends the run. */
export function throwIfSiteDown<Value>(answer: TrackerResult<Value>): TrackerResult<Value> {
  if (!answer.ok && siteFailureKinds.has(answer.failure.kind)) throw new TrackerUnavailableError(answer.failure)
  return answer
}

/** For reads that concern many nodes: without them there is nothing to go on. */
export function requireTrackerValue<Value>(answer: TrackerResult<Value>): Value {
  if (!answer.ok) throw new TrackerUnavailableError(answer.failure)
  return answer.value
}

/** In the name of the project's owner, whose account the tracker knows. */
export const createOwnerCaller = (userId: string): Caller => createSystemCaller(userId, trackerSyncField)

/** A label that earlier versions left on each issue they made. It is taken away when the issue is next compared. */
export const legacyIssueLabel = (nodeId: string): string => `espalier-${nodeId}`
