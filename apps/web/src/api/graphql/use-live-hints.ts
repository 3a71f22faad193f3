import type { TypedDocument } from '@espalier/schema'
import { useEffect, useRef, useState } from 'react'
import { apiBase } from '../session/page-config.ts'
import { currentPersonId } from '../session/session.ts'
import { createSubscribe } from './live-subscription.ts'
import { clientId } from './page-headers.ts'

/** Several changes at once need one reading of the list. */
const reloadDelayMs = 200

/**
 * Reads a shown list again when the server says that it changed. A list has a socket of its own: the one of an open
 * project would have to close and reconnect, a second later, whenever a person opens a project from here.
 */
export function useLiveHints(
  subscription: TypedDocument<unknown, Readonly<Record<string, never>>>,
  options: {
    /** The socket opens with the first list and stays open for the others. */
    readonly isLoaded: boolean
    reload(): void
  },
): void {
  const { isLoaded, reload } = options
  const [isListening, setListening] = useState(isLoaded)
  if (isLoaded && !isListening) setListening(true)
  const latest = useRef(reload)
  useEffect(() => {
    latest.current = reload
  }, [reload])
  useEffect(() => {
    if (!isListening) return
    let timer: number | undefined
    const stop = listenForHints(subscription, () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => latest.current(), reloadDelayMs)
    })
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [subscription, isListening])
}

/**
 * Also reports each connect, the first one too: the server does not repeat what happened before, and the list was read
 * earlier.
 */
function listenForHints({ name, text }: TypedDocument<unknown, never>, onChange: () => void): () => void {
  const subscribe = createSubscribe({
    base: apiBase(),
    clientId,
    personId: currentPersonId,
    onConnected: onChange,
  })
  // The client closes its socket after its only subscription.
  return subscribe(
    { operationName: name, query: text },
    {
      next({ errors }) {
        if (errors === undefined) onChange()
      },
      // Without the subscription a list is still read again when it is opened and when the tab is shown.
      end() {},
    },
  )
}
