import type { Jobs } from '../../ports/jobs.ts'
import { dropGivenUpJobs, letGo, reclaimJobs } from './holding.ts'
import { hearErrors, installJobs } from './install-jobs.ts'
import { jobQueue } from './job-queue.ts'
import type { JobsOptions } from './jobs-options.ts'
import { queueDueJobs } from './recurring.ts'
import { startWorkers, type Workers } from './workers.ts'

export interface StartedJobs {
  readonly jobs: Jobs
  stop(): Promise<void>
}

const restartMs = 1_000

export async function startJobs(options: JobsOptions): Promise<StartedJobs> {
  const { pool, log } = options
  hearErrors(pool, log)
  await installJobs(pool, log)
  let workers = startWorkers(options)
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  // Where the database stays away for long, the workers end; without new ones no job would ever run again.
  const watch = () =>
    void workers.ended.then(async () => {
      if (stopping) return
      log.error({}, 'job workers ended; starting new ones')
      await letGo(pool, workers.id).catch(() => {})
      restart = setTimeout(() => {
        workers = startWorkers(options)
        watch()
      }, restartMs)
    })
  watch()
  const upkeep = keepUp(options, () => workers)
  return {
    jobs: jobQueue(pool),
    async stop() {
      if (stopping) return
      stopping = true
      clearTimeout(restart)
      await upkeep.stop()
      await workers.stop(options.stopMs ?? 5_000)
      await letGo(pool, workers.id).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'jobs were not let go'),
      )
    },
  }
}

function keepUp({ pool, log, recurring = [], reclaimMs = 15_000 }: JobsOptions, workers: () => Workers) {
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      const gone = await reclaimJobs(pool)
      if (gone > 0) {
        log.warn({ gone }, 'jobs of a server that died run again')
        workers().nudge()
      }
      await dropGivenUpJobs(pool)
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
