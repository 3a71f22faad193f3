import { type UnreadNodesQuery, unreadNodesQuery } from '@espalier/schema/documents/inbox'
import { inboxChanges } from './follow-inbox.ts'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { currentPersonId } from './session/session.ts'
import { unreadCount } from './unread-count.ts'

const pageSize = 100
/** Somebody with more unread notifications does not look for them one by one. */
const mostPages = 10
/** Several changes at once need one reading, and what was just marked as read must be stored. */
const rereadMs = 500

/** The nodes of a project about which the person has unread notifications, read when they are first asked for. */
interface UnreadNodes {
  has(nodeId: string): boolean
  /** Calls the listener when the answers have changed, until the returned function is called. */
  follow(listener: () => void): () => void
}

export function createUnreadNodes(projectId: string): UnreadNodes {
  let ids: ReadonlySet<string> | null = null
  let isWanted = false
  let listener: (() => void) | null = null
  let timer = 0

  async function load(): Promise<void> {
    const found = await fetchUnreadNodeIds(projectId)
    // Without an answer what was known stays.
    if (found === null || (ids !== null && areSame(ids, found))) return
    ids = found
    listener?.()
  }
  const loadLater = (): void => {
    if (!isWanted) return
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void load(), rereadMs)
  }
  return {
    has(nodeId) {
      if (!isWanted && currentPersonId() !== null) {
        isWanted = true
        void load()
      }
      return ids?.has(nodeId) === true
    },
    follow(onChange) {
      listener = onChange
      const stops = [inboxChanges.add(loadLater), unreadCount.subscribe(loadLater)]
      loadLater()
      return () => {
        listener = null
        window.clearTimeout(timer)
        for (const stop of stops) stop()
      }
    },
  }
}

type UnreadPage = UnreadNodesQuery['notifications']

async function fetchPage(before: string | null): Promise<UnreadPage | null> {
  const answer = await sendOperation(unreadNodesQuery, { first: pageSize, before }, { context: failingSilently })
  return answer.ok ? answer.value.notifications : null
}

/** Null: there was no answer. */
async function fetchUnreadNodeIds(projectId: string): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>()
  let before: string | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page: UnreadPage | null = await fetchPage(before)
    if (page === null) return null
    for (const one of page.notifications) {
      if (one.projectId === projectId && one.nodeId !== null) found.add(one.nodeId)
    }
    if (page.next === null) break
    before = page.next
  }
  return found
}

function areSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((id) => right.has(id))
}
