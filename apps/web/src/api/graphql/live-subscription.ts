import { registerForPreload } from '../../platform/code-loading.ts'
import { whenIdle } from '../../platform/timing.ts'
import type { SentError } from './api-errors.ts'
import type { LivePlace } from './live-client.ts'
import type { ApiAnswer, SentOperation } from './send-batch.ts'

export interface ApiObserver<Data> {
  next(answer: ApiAnswer<Data>): void
  /** The subscription ended, for any reason. */
  end(): void
}

type LiveOperation = Pick<SentOperation, 'operationName' | 'query'> & Partial<SentOperation>

/** Returns a function that unsubscribes. */
type Subscribe = <Data>(operation: LiveOperation, observer: ApiObserver<Data>) => () => void

const loadLiveClient = registerForPreload(() => import('./live-client.ts'))

/**
 * Subscribes over one websocket. Its code is loaded when the page is idle: what a person sees first does not depend on
 * it. If the code cannot be loaded, the subscription ends as if the connection was lost, and the subscriber tries
 * again.
 */
export function createSubscribe(place: LivePlace): Subscribe {
  const createClient = async () => {
    await new Promise<void>((resolve) => whenIdle(resolve))
    return (await loadLiveClient()).createLiveClient(place)
  }
  let client: ReturnType<typeof createClient> | null = null
  return (operation, { next, end }) => {
    let unsubscribe: (() => void) | null = null
    let isOver = false
    const begin = async () => {
      const live = await (client ??= createClient())
      if (isOver) return
      unsubscribe = live.subscribe(operation, {
        next: next as (answer: object) => void,
        complete: end,
        // A rejection arrives as a list of errors, a lost connection as an event.
        error: (reason) => {
          if (Array.isArray(reason)) next({ errors: reason as SentError[] })
          else end()
        },
      })
    }
    begin().catch(() => {
      client = null
      if (!isOver) end()
    })
    return () => {
      isOver = true
      unsubscribe?.()
    }
  }
}
