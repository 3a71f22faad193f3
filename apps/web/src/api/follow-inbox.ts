import { notificationAddedSubscription, unreadCountQuery } from '@espalier/schema/documents/inbox-badge'
import { createListeners } from '../platform/cell.ts'
import { followSubscription } from './graphql/follow-subscription.ts'
import { liveConnection } from './graphql/live-connection.ts'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { auth } from './session/session.ts'
import { unreadCount } from './unread-count.ts'

/** Several notifications at once need one reading. */
const rereadDelayMs = 100

/** Notifies whenever the inbox may have changed, so that an open list is read again. */
export const inboxChanges = createListeners<null>()

/** A page that only shows lists sends no request by which it would learn that its session has ended elsewhere. */
const leaveIfSessionEnded = (): void => {
  if (liveConnection.isSessionOver() && auth.get().kind === 'person') void auth.check()
}

/** Keeps the number of unread notifications up to date until the returned function is called. */
export function followInbox(): () => void {
  let isOver = false
  let timer = 0
  const read = async (): Promise<void> => {
    const answer = await sendOperation(unreadCountQuery, {}, { context: failingSilently })
    if (answer.ok && !isOver) unreadCount.set(answer.value.notifications.unreadCount)
  }
  const readSoon = (): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => {
      void read()
      inboxChanges.notify(null)
    }, rereadDelayMs)
  }
  // Another tab or device may have read some meanwhile.
  const readIfVisible = (): void => {
    if (document.visibilityState === 'visible') readSoon()
  }
  const stopFollowing = followSubscription(notificationAddedSubscription, {}, { next: readSoon, connected: readSoon })
  const stopListening = liveConnection.listen(leaveIfSessionEnded)
  document.addEventListener('visibilitychange', readIfVisible)
  void read()
  return () => {
    isOver = true
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', readIfVisible)
    stopFollowing()
    stopListening()
    unreadCount.set(0)
  }
}
