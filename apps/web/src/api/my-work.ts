import { type Api, myWorkFirstPage } from '@espalier/schema'
import { myWorkChangedSubscription, myWorkQuery, setWorkStatusMutation } from '@espalier/schema/documents/my-work'
import { useEffect, useSyncExternalStore } from 'react'
import { registerForPreload } from '../platform/code-loading.ts'
import { whenIdle } from '../platform/timing.ts'
import { openDevice, startCopy } from './device-storage.ts'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { useLiveHints } from './graphql/use-live-hints.ts'
import { createMyWorkList, type MyWorkState, readWorkPage, type WorkItem } from './my-work-list.ts'
import { auth, currentPersonId } from './session/session.ts'

export type { WorkItem } from './my-work-list.ts'

/** No filter of the list of projects, which is stored in the same place, has this name. */
const copyName = 'my-work'

// Somebody may have made the person a viewer, or deleted the node, since the list was read: the list says so itself.
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND', 'UNREACHABLE') }

const loadUnsentWork = registerForPreload(() => import('./unsent-work.ts'))
/** Nodes that were marked as done without a network are not listed, although the server does not know it yet. */
let unsentIds: ReadonlySet<string> = new Set()

/** Marks it on this device if the server cannot be reached, and sends it later. */
async function setStatus(
  { id, project }: WorkItem,
  change: Pick<Api.NodeUpdate, 'status' | 'stageId'>,
): Promise<ApiResult<unknown>> {
  const answer = await sendOperation(setWorkStatusMutation, { id, data: change }, refusalHandled)
  const personId = currentPersonId()
  if (answer.ok || answer.code !== 'UNREACHABLE' || personId === null) return answer
  try {
    const { listUnsentWork, storeUnsentWork } = await loadUnsentWork()
    if (!(await storeUnsentWork(personId, { nodeId: id, projectId: project.id, change }))) return answer
    unsentIds = await listUnsentWork(personId)
    return { ok: true, value: null }
  } catch {
    return answer
  }
}

/** Sends what was marked without a network. */
async function resumeUnsent(): Promise<void> {
  const personId = currentPersonId()
  if (personId === null) return
  try {
    const { listUnsentWork, sendUnsentWork } = await loadUnsentWork()
    const isAnySent = await sendUnsentWork(personId)
    unsentIds = await listUnsentWork(personId)
    if (isAnySent) await myWork.load()
  } catch {
    // It is tried again when the list is read next.
  }
}

const withoutUnsent = (items: readonly WorkItem[]): readonly WorkItem[] => items.filter(({ id }) => !unsentIds.has(id))

/** This tab has one list. */
export const myWork = createMyWorkList({
  fetchPage: async (after) =>
    mapApiResult(await sendOperation(myWorkQuery, { ...myWorkFirstPage, after }), (sent) => {
      const { items, next } = readWorkPage(sent.myWork)
      return { items: withoutUnsent(items), next }
    }),
  setStatus,
  copies: {
    async read() {
      try {
        const personId = currentPersonId()
        const { copy } = await openDevice(personId)
        const items = await copy?.readList(copyName)
        if (!Array.isArray(items) || personId === null) return null
        unsentIds = await (await loadUnsentWork()).listUnsentWork(personId)
        return withoutUnsent(items as readonly WorkItem[])
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

const reload = (): void => {
  void myWork.load()
  whenIdle(resumeUnsent)
}

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
