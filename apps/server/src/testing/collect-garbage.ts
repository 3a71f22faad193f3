import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * Collects garbage repeatedly until the work has ended, so that a timeout that nothing references is lost in the test.
 */
export async function withGarbageCollection<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(collect, 100)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
