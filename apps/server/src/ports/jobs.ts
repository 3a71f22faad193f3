import type { ClientBase } from 'pg'

import type { Letter } from './mail.ts'

/** Work that outlives the request and the process. A name's payload is what its runner takes. */
export interface JobPayloads {
  'send-mail': Letter
  'sync-subscription': SubscriptionPayload
  'look-at-subscriptions': RecurringPayload
  'purge-trash': RecurringPayload
  'forget-operations': RecurringPayload
  'trim-change-log': RecurringPayload
  'forget-rates': RecurringPayload
  'forget-sharing': RecurringPayload
  'end-lost-breakdowns': RecurringPayload
  'forget-imports': RecurringPayload
  'sync-tracker': TrackerSyncPayload
  'look-at-trackers': RecurringPayload
}

/** A subscription to ask the payment service for. */
export interface SubscriptionPayload {
  readonly subscriptionId: string
  /** Whose it is, where that was said. */
  readonly accountId: string | null
}

/** A project to bring in step with its issue tracker. */
export interface TrackerSyncPayload {
  readonly projectId: string
}

/** A recurring job knows nothing but that it is due. */
export type RecurringPayload = Readonly<Record<string, never>>
export type RecurringJobName = { [Name in JobName]: RecurringPayload extends JobPayloads[Name] ? Name : never }[JobName]

/** Due again this long after it was last queued, on however many servers; also once after a time when none ran. */
export interface RecurringJob {
  readonly name: RecurringJobName
  readonly everyMs: number
}

export type JobName = keyof JobPayloads

export interface JobOptions {
  /** Inside this transaction: the job exists only if it commits. */
  readonly tx?: ClientBase
  /** A later job with the same key replaces a waiting one. */
  readonly key?: string
  readonly runAt?: Date
  /** Jobs of one queue run one after the other, on however many servers. */
  readonly queue?: string
}

export interface Jobs {
  add<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: JobOptions): Promise<void>
}

/** A runner may be called again with the same payload: after a throw, or when the process died half-way. */
export type JobRunners = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }
