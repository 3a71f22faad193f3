import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects garbage now and then until the work has ended. What was to end it and is held by nobody never does. */
export async function withGarbageCollection<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(collect, 100)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
