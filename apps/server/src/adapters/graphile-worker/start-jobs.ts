import type { Jobs } from '../../ports/jobs.ts'
import { deleteGivenUpJobs, releaseJobs, reclaimJobs } from './holding.ts'
import { logPoolErrors, installJobs } from './install-jobs.ts'
import { createJobQueue } from './job-queue.ts'
import type { JobsOptions } from './jobs-options.ts'
import { queueDueJobs } from './recurring.ts'
import { startJobWorkers, type JobWorkers } from './workers.ts'

export interface RunningJobs {
  readonly jobs: Jobs
  stop(): Promise<void>
}

const restartMs = 1_000

export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const { pool, log } = options
  logPoolErrors(pool, log)
  await installJobs(pool, log)
  let workers = startJobWorkers(options)
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  // Where the database stays away for long, the workers end; without new ones no job would ever run again.
  const watch = () =>
    void workers.ended.then(async () => {
      if (stopping) return
      log.error({}, 'job workers ended; starting new ones')
      await releaseJobs(pool, workers.id).catch(() => {})
      restart = setTimeout(() => {
        workers = startJobWorkers(options)
        watch()
      }, restartMs)
    })
  watch()
  const upkeep = startJobUpkeep(options, () => workers)
  return {
    jobs: createJobQueue(pool),
    async stop() {
      if (stopping) return
      stopping = true
      clearTimeout(restart)
      await upkeep.stop()
      await workers.stop(options.stopMs ?? 5_000)
      await releaseJobs(pool, workers.id).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'jobs were not let go'),
      )
    },
  }
}

function startJobUpkeep({ pool, log, recurring = [], reclaimMs = 15_000 }: JobsOptions, workers: () => JobWorkers) {
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      const gone = await reclaimJobs(pool)
      if (gone > 0) {
        log.warn({ gone }, 'jobs of a server that died run again')
        workers().wake()
      }
      await deleteGivenUpJobs(pool)
      await queueDueJobs(pool, recurring)
    } catch (error) {
      log.warn({ error: String(error) }, 'upkeep of the jobs failed; it is tried again')
    }
  }
  const begin = () => (running = running.then(round))
  void begin()
  const timer = setInterval(begin, reclaimMs)
  timer.unref()
  return {
    stop(): Promise<void> {
      clearInterval(timer)
      return running
    },
  }
}
