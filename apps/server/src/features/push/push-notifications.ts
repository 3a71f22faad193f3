import type { Database } from '../../database/database.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import type { PushSender } from '../../ports/push.ts'
import { type NotificationViewOptions, readNotificationsById, toNotificationViews } from '../notifications/index.ts'
import { claimForPush, deleteSubscription, deleteSubscriptionsOfSessions } from './store.ts'

export interface PushOptions extends NotificationViewOptions {
  readonly database: Pick<Database, 'pool'>
  readonly bus: Bus
  readonly log: Log
  readonly productName: string
  /** Null: the operator has not switched push messages on. */
  readonly sender: PushSender | null
}

/** The JSON that the service worker shows. */
interface PushMessage {
  readonly title: string
  readonly body: string
  /** The path that a press opens. */
  readonly path: string
  /** A later message about the same replaces the one before. */
  readonly tag: string
}

/** Sends new notifications to the browsers of their people. Returns a function that stops and waits for what is being sent. */
export function startPushing(options: PushOptions): () => Promise<void> {
  const { bus, log, sender } = options
  if (sender === null) return async () => undefined
  let work: Promise<void> = Promise.resolve()
  const stop = bus.listen((message) => {
    const task = planTask(options, sender, message)
    if (task === null) return
    work = work.then(task).catch((error: unknown) => log.warn({ err: error }, 'push messages could not be sent'))
  })
  return async () => {
    stop()
    await work
  }
}

function planTask(options: PushOptions, sender: PushSender, message: BusMessage): (() => Promise<void>) | null {
  if (message.kind === 'notifications-added') return () => push(options, sender, message.ids)
  if (message.kind !== 'sessions-ended') return null
  return () => deleteSubscriptionsOfSessions(options.database.pool, message.sessionIds)
}

async function push(options: PushOptions, sender: PushSender, ids: readonly string[]): Promise<void> {
  const { database, productName } = options
  const claimed = await claimForPush(database.pool, ids)
  if (claimed.length === 0) return
  // Only what the person can still see.
  const rows = await readNotificationsById(
    database.pool,
    claimed.map(({ id }) => id),
    claimed.map(({ userId }) => userId),
  )
  const views = await toNotificationViews(options, rows)
  for (const { id, projectId, nodeId, commentId, text } of views) {
    const node = nodeId === null ? '' : `#node=${nodeId}${commentId == null ? '' : `&comment=${commentId}`}`
    const message: PushMessage = {
      title: productName,
      body: text,
      path: `/tree/${projectId}${node}`,
      tag: nodeId ?? projectId,
    }
    const targets = claimed.find((one) => one.id === id)?.targets ?? []
    await Promise.all(
      targets.map(async (target) => {
        const result = await sender.send(target, JSON.stringify(message))
        if (result === 'gone') await deleteSubscription(database.pool, target.endpoint, null)
      }),
    )
  }
}
