import { projectListChangedSubscription } from '@espalier/schema/documents/projects'
import type { ProjectFilter } from '@espalier/domain'
import { useEffect, useRef, useState } from 'react'
import { createSubscribe } from './graphql/live-subscription.ts'
import { clientId } from './graphql/page-headers.ts'
import { projectList } from './projects.ts'
import { apiBase } from './session/page-config.ts'
import { currentPersonId } from './session/session.ts'

/** Several projects that are shared at once need one reading of the list. */
const reloadDelayMs = 200

/**
 * Reads a shown list again when the person got or lost access to a project. The list has a socket of its own: the one
 * of an open project would have to close and reconnect, a second later, whenever a person opens a project from here.
 */
export function useLiveProjectList(filter: ProjectFilter, isLoaded: boolean): void {
  // The socket opens with the first list and stays open for the others.
  const [isListening, setListening] = useState(isLoaded)
  if (isLoaded && !isListening) setListening(true)
  const shownFilter = useRef(filter)
  useEffect(() => {
    shownFilter.current = filter
  }, [filter])
  useEffect(() => {
    if (!isListening) return
    let timer: number | undefined
    const stop = listenToProjectList(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void projectList.load(shownFilter.current), reloadDelayMs)
    })
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [isListening])
}

/** Also reports each reconnect, because the server does not repeat what was missed. */
function listenToProjectList(onChange: () => void): () => void {
  let isReconnect = false
  const subscribe = createSubscribe({
    base: apiBase(),
    clientId,
    personId: currentPersonId,
    onConnected() {
      if (isReconnect) onChange()
      isReconnect = true
    },
  })
  const { name, text } = projectListChangedSubscription
  // The client closes its socket after its only subscription.
  return subscribe(
    { operationName: name, query: text },
    {
      next({ errors }) {
        if (errors === undefined) onChange()
      },
      // Without the subscription the list is still read again when it is opened and when the tab is shown.
      end() {},
    },
  )
}
