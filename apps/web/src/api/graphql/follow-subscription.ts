import type { TypedDocument } from '@espalier/schema'
import { apiClient } from './api-client.ts'
import { liveConnection } from './live-connection.ts'

interface LiveFollower<Data> {
  next(data: Data): void
  /** The socket is connected, for the first time or again: what happened before was not received. */
  connected(): void
}

/**
 * Follows a subscription over the page's own socket, which an open project has anyway. If it ends, it begins again when
 * the connection is back or the person returns to the tab. Returns a function that stops.
 */
export function followSubscription<Data, Given extends Readonly<Record<string, unknown>>>(
  document: TypedDocument<Data, Given>,
  variables: Given,
  { next, connected }: LiveFollower<Data>,
): () => void {
  let unsubscribe: (() => void) | null = null
  const begin = (): void => {
    unsubscribe ??= apiClient().subscribe(document, variables, {
      next({ data, errors }) {
        if (errors === undefined && data != null) next(data)
      },
      end: () => (unsubscribe = null),
    })
  }
  const beginIfVisible = (): void => {
    if (globalThis.document.visibilityState === 'visible') begin()
  }
  const stopListening = liveConnection.listen((isUp) => {
    if (!isUp) return
    begin()
    connected()
  })
  window.addEventListener('online', begin)
  globalThis.document.addEventListener('visibilitychange', beginIfVisible)
  begin()
  return () => {
    stopListening()
    window.removeEventListener('online', begin)
    globalThis.document.removeEventListener('visibilitychange', beginIfVisible)
    unsubscribe?.()
  }
}
