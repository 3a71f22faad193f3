import { forecastWork, type PackedProject } from '@espalier/domain/forecast'

/** The page's types do not know a worker's own global scope. */
const workerScope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

workerScope.addEventListener('message', ({ data: project }: MessageEvent<PackedProject>) => {
  const forecast = forecastWork(project)
  workerScope.postMessage(forecast, forecast.kind === 'known' ? [forecast.middles.buffer, forecast.lates.buffer] : [])
})
