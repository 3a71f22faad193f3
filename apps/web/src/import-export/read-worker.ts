import { runReadJob } from './read-files.ts'
import { answerJobs } from './worker-jobs.ts'

answerJobs(runReadJob)
