import type { JobName } from '../ports/jobs.ts'

/** After the n-th try a job waits e^n seconds, at most six hours: twelve tries reach over most of a day. */
export const maxAttemptsByJob: Readonly<Record<JobName, number>> = {
  // What the mail server refuses is queued anew by the run itself; these are for a database that is away.
  'send-mail': 5,
  'sync-subscription': 12,
  'look-at-subscriptions': 3,
  // The next day's run does what this one could not.
  'purge-trash': 8,
  'forget-operations': 8,
  'trim-change-log': 8,
  'forget-rates': 8,
  'forget-sharing': 8,
  // The next run, seconds later, does the same.
  'end-lost-breakdowns': 1,
  'forget-imports': 8,
  // What the tracker refuses is put off by the run itself; these are for a database that is away.
  'sync-tracker': 12,
  // The next run, a minute later, does the same.
  'look-at-trackers': 1,
}
