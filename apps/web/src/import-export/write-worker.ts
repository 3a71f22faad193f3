import { answerJobs } from './worker-jobs.ts'
import { runWriteJob } from './write-files.ts'

answerJobs(runWriteJob)
