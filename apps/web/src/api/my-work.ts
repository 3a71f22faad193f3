import { myWorkFirstPage } from '@espalier/schema'
import { myWorkChangedSubscription, myWorkQuery, setWorkStatusMutation } from '@espalier/schema/documents/my-work'
import { useEffect, useSyncExternalStore } from 'react'
import { openDevice, startCopy } from './device-storage.ts'
import { mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { useLiveHints } from './graphql/use-live-hints.ts'
import { createMyWorkList, type MyWorkState, readWorkPage, type WorkItem } from './my-work-list.ts'
import { auth, currentPersonId } from './session/session.ts'

export type { WorkItem } from './my-work-list.ts'

/** No filter of the list of projects, which is stored in the same place, has this name. */
const copyName = 'my-work'

// Somebody may have made the person a viewer, or deleted the node, since the list was read: the list says so itself.
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND') }

/** This tab has one list. */
export const myWork = createMyWorkList({
  fetchPage: async (after) =>
    mapApiResult(await sendOperation(myWorkQuery, { ...myWorkFirstPage, after }), (sent) => readWorkPage(sent.myWork)),
  setStatus: (id, data) => sendOperation(setWorkStatusMutation, { id, data }, refusalHandled),
  copies: {
    async read() {
      try {
        const { copy } = await openDevice(currentPersonId())
        const items = await copy?.readList(copyName)
        return Array.isArray(items) ? (items as readonly WorkItem[]) : null
      } catch {
        return null
      }
    },
    write: (items) =>
      void startCopy(currentPersonId())
        .then((copy) => copy?.writeList(copyName, items))
        // The list works without a copy.
        .catch(() => undefined),
  },
})

let lastPersonId = currentPersonId()
auth.subscribe(() => {
  // The person is unknown during a session check, but the list still belongs to them.
  if (auth.get().kind === 'unknown') return
  const now = currentPersonId()
  if (now === lastPersonId) return
  lastPersonId = now
  myWork.clear()
})

const reload = (): void => void myWork.load()

/** Returns the list, and reads it again when it is opened, changed by others, or shown after a while. */
export function useMyWork(): MyWorkState {
  const state = useSyncExternalStore(myWork.subscribe, myWork.get)
  useLiveHints(myWorkChangedSubscription, { isLoaded: state.kind === 'loaded', reload })
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') reload()
    }
    reload()
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('online', reload)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('online', reload)
    }
  }, [])
  return state
}
