import type { TrackerCredentials } from '../../ports/tracker.ts'

export interface TrackerChoices {
  readonly projectKey: string | null
  readonly issueTypeId: string | null
  readonly epicTypeId: string | null
  readonly linkTypeId: string | null
  readonly epicLinkFieldId: string | null
}

/** An account's issue tracker, with its keys open. */
export interface TrackerConnection extends TrackerChoices {
  readonly accountId: string
  /** An empty key: none of our secrets opens the stored one any more. */
  readonly credentials: TrackerCredentials
  readonly webhookSecret: string | null
  /** Since when the tracker does not take the key. */
  readonly refusedAt: Date | null
  /** Since when the tracker calls the webhook with a wrong secret. */
  readonly webhookRefusedAt: Date | null
}
