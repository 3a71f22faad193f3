import {
  type FutureShare,
  joinShares,
  type PackedProject,
  type SimulatedShare,
  simulateShare,
} from '@espalier/domain/forecast'

/** What the page sends to each of its two workers. The second one sends its share of the futures to the first. */
export interface ForecastOrder {
  readonly project: PackedProject
  readonly share: FutureShare
  readonly other: MessagePort
}

/** The page's types do not know a worker's own global scope. */
const workerScope = globalThis as unknown as Pick<Worker, 'addEventListener' | 'postMessage'>

// Everything is copied: once a worker has handed a buffer over, the engine checks at each access that an array still has
// its own.
workerScope.addEventListener('message', ({ data: { project, share, other } }: MessageEvent<ForecastOrder>) => {
  const own = simulateShare(project, share)
  if (share === 1) {
    other.postMessage(own, [])
    other.close()
    return
  }
  other.addEventListener(
    'message',
    ({ data }: MessageEvent<SimulatedShare>) => {
      other.close()
      workerScope.postMessage(joinShares([own, data]), [])
    },
    { once: true },
  )
  other.start()
})
