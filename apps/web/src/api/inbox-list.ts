import { inboxFirstPage } from '@espalier/schema'
import {
  markNotificationsReadMutation,
  type NotificationFields,
  type NotificationSettingsQuery,
  notificationSettingsQuery,
  notificationsQuery,
  updateNotificationSettingsMutation,
} from '@espalier/schema/documents/inbox'
import { createCell } from '../platform/cell.ts'
import { inboxChanges } from './follow-inbox.ts'
import { type ApiFailure, type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { auth, currentPersonId } from './session/session.ts'
import { unreadCount } from './unread-count.ts'

export type Notification = NotificationFields

export type InboxState =
  | { readonly kind: 'loading' | 'failed' }
  /** The latest come first. next: what to ask for as before; null: there are no older ones. */
  | { readonly kind: 'loaded'; readonly items: readonly Notification[]; readonly next: string | null }

const state = createCell<InboxState>({ kind: 'loading' })
/** Grows with each reading and each change: an answer from before is out of date. */
let turn = 0

async function load(): Promise<void> {
  const asked = (turn += 1)
  const answer = await sendOperation(notificationsQuery, inboxFirstPage, { context: failingSilently })
  if (asked !== turn) return
  const shown = state.get()
  if (!answer.ok) {
    if (shown.kind !== 'loaded') state.set({ kind: 'failed' })
    return
  }
  const { notifications: items, next, unreadCount: unread } = answer.value.notifications
  unreadCount.set(unread)
  state.set(shown.kind === 'loaded' ? joinPages({ items, next }, shown) : { kind: 'loaded', items, next })
}

interface InboxPage {
  readonly items: readonly Notification[]
  readonly next: string | null
}

/** Keeps the older ones that were loaded before, if nothing is missing in between. */
export function joinPages(first: InboxPage, shown: InboxPage): InboxState {
  const last = first.items.at(-1)
  const place = shown.items.findIndex(({ id }) => id === last?.id)
  if (place < 0 || first.next === null) return { kind: 'loaded', ...first }
  const known = new Set(first.items.map(({ id }) => id))
  const older = shown.items.slice(place + 1).filter(({ id }) => !known.has(id))
  return { kind: 'loaded', items: [...first.items, ...older], next: shown.next }
}

/** Returns false if there was no answer. */
async function loadMore(): Promise<boolean> {
  const before = state.get()
  if (before.kind !== 'loaded' || before.next === null) return true
  const asked = turn
  const answer = await sendOperation(
    notificationsQuery,
    { ...inboxFirstPage, before: before.next },
    { context: failingSilently },
  )
  const shown = state.get()
  if (!answer.ok || asked !== turn || shown.kind !== 'loaded') return answer.ok
  const { notifications: more, next } = answer.value.notifications
  const known = new Set(shown.items.map(({ id }) => id))
  state.set({ kind: 'loaded', items: [...shown.items, ...more.filter(({ id }) => !known.has(id))], next })
  return true
}

/** Marks these as read, or all, and shows it at once. Returns the failure if the server refuses. */
async function markRead(ids: readonly string[] | 'all'): Promise<ApiFailure | null> {
  const before = state.get()
  const countBefore = unreadCount.get()
  const isMeant = ({ id, isRead }: Notification): boolean => !isRead && (ids === 'all' || ids.includes(id))
  if (before.kind !== 'loaded' || (ids !== 'all' && !before.items.some(isMeant))) return null
  turn += 1
  const changed = before.items.filter(isMeant).length
  state.set({ ...before, items: before.items.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)) })
  unreadCount.set(ids === 'all' ? 0 : Math.max(0, countBefore - changed))
  const answer = await sendOperation(markNotificationsReadMutation, ids === 'all' ? { all: true } : { ids: [...ids] })
  if (answer.ok) return null
  state.set(before)
  unreadCount.set(countBefore)
  return answer
}

/** Forgets what belongs to another person. */
function clear(): void {
  turn += 1
  state.set({ kind: 'loading' })
}

/** This tab has one inbox. */
export const inbox = { get: state.get, subscribe: state.subscribe, load, loadMore, markRead, clear }

inboxChanges.add(() => void load())

let lastPersonId = currentPersonId()
auth.subscribe(() => {
  if (auth.get().kind === 'unknown' || currentPersonId() === lastPersonId) return
  lastPersonId = currentPersonId()
  clear()
})

export type NotificationSettings = NotificationSettingsQuery['notificationSettings']

export const fetchNotificationSettings = async (): Promise<ApiResult<NotificationSettings>> =>
  mapApiResult(
    await sendOperation(notificationSettingsQuery, {}, { context: failingSilently }),
    (sent) => sent.notificationSettings,
  )

export const updateNotificationSettings = async (
  data: Partial<NotificationSettings>,
): Promise<ApiResult<NotificationSettings>> =>
  mapApiResult(
    await sendOperation(updateNotificationSettingsMutation, { data }),
    (sent) => sent.updateNotificationSettings,
  )
