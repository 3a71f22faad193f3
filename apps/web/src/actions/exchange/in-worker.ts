import type { Job, OutcomeOf } from './jobs.ts'

const broken = 'The file could not be worked on. Reload the page and try again.'

/** Does one thing beside the page, which stays usable meanwhile. To give up ends it at once, wherever it is. */
export function inWorker<Asked extends Job>(job: Asked, signal?: AbortSignal): Promise<OutcomeOf<Asked>> {
  if (typeof Worker === 'undefined') return onThePage(job)
  const worker = new Worker(new URL('./exchange-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<OutcomeOf<Asked>>((resolve) => {
    const end = (outcome: OutcomeOf<Asked>): void => {
      worker.terminate()
      resolve(outcome)
    }
    const fail = (): void => end({ ok: false, text: broken } as OutcomeOf<Asked>)
    worker.addEventListener('message', ({ data: outcome }: MessageEvent<OutcomeOf<Asked>>) => end(outcome))
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    signal?.addEventListener('abort', fail)
    worker.postMessage(job, job.kind === 'read' ? [job.bytes] : [])
  })
}

/** Where there are no workers. */
async function onThePage<Asked extends Job>(job: Asked): Promise<OutcomeOf<Asked>> {
  const { runJob } = await import('./run-job.ts')
  return (await runJob(job)) as OutcomeOf<Asked>
}
