import { drawJob } from './draw-job.ts'
import type { Job, MadeOutcome, ReadOutcome } from './jobs.ts'
import { readJob } from './read-job.ts'
import { writeJob } from './write-job.ts'

export async function runJob(job: Job): Promise<ReadOutcome | MadeOutcome> {
  switch (job.kind) {
    case 'read':
      return readJob(job.name, new Uint8Array(job.bytes))
    case 'write':
      return writeJob(job.format, job.project)
    case 'draw':
      return drawJob(job.format, job)
  }
}
