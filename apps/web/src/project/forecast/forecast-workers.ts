import { forecastWork, futureShares, type PackedProject, type WorkForecast } from '@espalier/domain/forecast'
import type { ForecastOrder } from './forecast-worker.ts'

export interface ForecastWorkers {
  forecast(project: PackedProject): Promise<WorkForecast>
  stop(): void
}

/** Two workers simulate half of the futures each. They are started at the first forecast and kept until the end. */
export function createForecastWorkers(): ForecastWorkers {
  let workers: readonly Worker[] = []
  const stop = () => {
    for (const worker of workers) worker.terminate()
    workers = []
  }

  function order(project: PackedProject): Promise<WorkForecast> {
    if (workers.length === 0) workers = futureShares.map(startWorker)
    const { port1, port2 } = new MessageChannel()
    const answered = new AbortController()
    const listening = { once: true, signal: answered.signal }
    return new Promise<WorkForecast>((resolve, reject) => {
      workers[0]?.addEventListener('message', ({ data }: MessageEvent<WorkForecast>) => resolve(data), listening)
      for (const worker of workers)
        worker.addEventListener('error', () => reject(new Error('The forecast failed')), listening)
      for (const [share, other] of [port1, port2].entries())
        workers[share]?.postMessage({ project, share: share === 0 ? 0 : 1, other } satisfies ForecastOrder, [other])
    }).finally(() => answered.abort())
  }

  return {
    async forecast(project) {
      // Browsers without workers compute it on the page.
      if (typeof Worker === 'undefined') return forecastWork(project)
      try {
        return await order(project)
      } catch (error) {
        // A worker whose file could not be loaded never answers; the next forecast starts others.
        stop()
        throw error
      }
    },
    stop,
  }
}

const startWorker = () => new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' })
