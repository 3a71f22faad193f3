import type { ClientBase } from 'pg'

import type { Letter } from './mail.ts'

/** Work that outlives the request and the process. Maps each job name to the payload of its runner. */
export interface JobPayloads {
  'send-mail': Letter
  'sync-subscription': SubscriptionPayload
  'refresh-subscriptions': RecurringPayload
  'purge-trash': RecurringPayload
  'forget-operations': RecurringPayload
  'trim-change-log': RecurringPayload
  'forget-rates': RecurringPayload
  'forget-audit-log': RecurringPayload
  'forget-sharing': RecurringPayload
  'end-lost-breakdowns': RecurringPayload
  'forget-imports': RecurringPayload
  'index-search': RecurringPayload
  'mail-notifications': RecurringPayload
  'notify-due-dates': RecurringPayload
  'forget-notifications': RecurringPayload
  'delete-accounts': RecurringPayload
  'sync-tracker': TrackerSyncPayload
  'poll-trackers': RecurringPayload
}

/** A subscription to fetch from the payment service. */
export interface SubscriptionPayload {
  readonly subscriptionId: string
  /** The owner's account if it is known. */
  readonly accountId: string | null
}

/** A project to sync with its issue tracker. */
export interface TrackerSyncPayload {
  readonly projectId: string
}

/** A recurring job needs no data. */
export type RecurringPayload = Readonly<Record<string, never>>
export type RecurringJobName = { [Name in JobName]: RecurringPayload extends JobPayloads[Name] ? Name : never }[JobName]

/** Is due again this long after it was last queued on any server; also once after a time when no server ran. */
export interface RecurringJob {
  readonly name: RecurringJobName
  readonly everyMs: number
}

export type JobName = keyof JobPayloads

export interface JobOptions {
  /** The job becomes part of this transaction and exists only if it commits. */
  readonly tx?: ClientBase
  /** A later job with the same key replaces a waiting one. */
  readonly key?: string
  readonly runAt?: Date
  /** Jobs of one queue run one after the other across all servers. */
  readonly queue?: string
}

export interface Jobs {
  add<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: JobOptions): Promise<void>
}

/** A runner may be called again with the same payload: after it threw, or when the process died. */
export type JobRunners = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }
