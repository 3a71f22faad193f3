import type { JobOptions, Jobs } from '../../ports/jobs.ts'

/** One run of a project at a time, on however many servers; what is asked for while it waits is the same run. */
export const enqueueSync = (jobs: Jobs, projectId: string, options: Pick<JobOptions, 'tx' | 'runAt'> = {}) =>
  jobs.add('sync-tracker', { projectId }, { ...options, key: `tracker ${projectId}`, queue: `tracker ${projectId}` })
