import { forecastWork, type PackedProject } from '@espalier/domain/forecast'

/** The page's types do not know a worker's own global scope. */
const workerScope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

workerScope.addEventListener('message', ({ data: project }: MessageEvent<PackedProject>) => {
  // Copied: once a worker has handed a buffer over, the engine checks at each access that an array still has its own.
  workerScope.postMessage(forecastWork(project), [])
})
