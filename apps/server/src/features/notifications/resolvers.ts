import { isUuid } from '@espalier/domain'
import { type NotificationPageValue, type QueryNotificationsArgs, typeDefs } from '@espalier/schema/server'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import type { Database } from '../../database/database.ts'
import { readNodesById } from '../../database/nodes.ts'
import type { Audit } from '../../ports/log.ts'
import { notificationErrorTexts } from '../../texts/notifications.ts'
import { workErrorTexts } from '../../texts/work.ts'
import { nodeNotFoundError } from '../nodes/index.ts'
import {
  type AccessRule,
  allowMembers,
  allowSignedIn,
  badInputError,
  findProjectForViewer,
  isStoredId,
  requireAllowedPerson,
  requirePerson,
  requireProjectAccess,
} from '../projects/index.ts'
import { type WatchLevel, watchLevels } from './decide-recipients.ts'
import type { NotificationFeed } from './notification-feed.ts'
import { type NotificationViewOptions, toNotificationViews } from './notification-view.ts'
import { countUnread, markRead, type NotificationPosition, readNotifications } from './read-store.ts'
import { readSettings, storeSettings } from './settings-store.ts'
import { readWatch, storeWatch, type Watched } from './store.ts'

/** The policy of notifications: they are a person's own. Which of them are still visible is part of the queries. */
const notificationPolicy = {
  'notifications.read': allowSignedIn,
  'notifications.mark': allowSignedIn,
  'notificationSettings.read': allowSignedIn,
  'notificationSettings.update': allowSignedIn,
  'watch.read': allowMembers,
  'watch.set': allowMembers,
} as const satisfies Record<string, AccessRule>

interface NotificationsOptions extends NotificationViewOptions {
  readonly database: Database
  readonly audit: Audit
  readonly feed: NotificationFeed
}

const mostNotifications = 100
const mostIds = 1_000
/** The JSON of a notification. */
const bytesPerNotification = 6_000

const readUserId = ({ viewer }: GraphqlContext, operation: keyof typeof notificationPolicy): string =>
  requireAllowedPerson(viewer, notificationPolicy[operation]).person.id

export function notificationsSlice(options: NotificationsOptions): ApiSlice {
  const { pool } = options.database
  return {
    name: 'notifications',
    typeDefs: typeDefs.notifications,
    resolvers: {
      Query: {
        notifications: (_parent, args, context) =>
          readPage(options, args, { ...context, userId: readUserId(context, 'notifications.read') }),
        notificationSettings: (_parent, _args, context) =>
          readSettings(pool, readUserId(context, 'notificationSettings.read')),
        watch: async (_parent, args, context) =>
          readWatch(pool, await findWatched(options, { ...args, operation: 'watch.read' }, context)),
      },
      Mutation: {
        markNotificationsRead: (_parent, { ids, all }, context) => {
          const userId = readUserId(context, 'notifications.mark')
          return markRead(pool, userId, all === true ? null : readIds(ids))
        },
        updateNotificationSettings: (_parent, { data }, context) => {
          const userId = readUserId(context, 'notificationSettings.update')
          const { mentions, assignments, comments, dueDates, timeZone } = data
          return storeSettings(pool, userId, {
            ...(mentions != null && { mentions }),
            ...(assignments != null && { assignments }),
            ...(comments != null && { comments }),
            ...(dueDates != null && { dueDates }),
            ...(timeZone != null && { timeZone: readTimeZone(timeZone) }),
          })
        },
        setWatch: (_parent, args, context) => setWatch(options, args, context),
      },
      Subscription: {
        notificationAdded: {
          subscribe: async (_parent, _args, context) => options.feed.join(readUserId(context, 'notifications.read')),
        },
      },
    },
  }
}

async function readPage(
  options: NotificationsOptions,
  { first: wanted, before, unread }: QueryNotificationsArgs,
  { budget, userId }: GraphqlContext & { readonly userId: string },
): Promise<NotificationPageValue> {
  const first = wanted ?? 50
  if (first < 1 || first > mostNotifications)
    throw badInputError(notificationErrorTexts.badCount(mostNotifications), 'first')
  const position = before == null ? null : readCursor(before)
  await budget.reserve({ rows: first, bytes: first * bytesPerNotification })
  const { pool } = options.database
  const [rows, unreadCount] = await Promise.all([
    readNotifications(pool, { userId, before: position, isUnreadOnly: unread ?? false, most: first + 1 }),
    countUnread(pool, userId),
  ])
  const page = rows.slice(0, first)
  const last = rows.length > first ? page.at(-1) : undefined
  return {
    notifications: await toNotificationViews(options, page),
    next: last === undefined ? null : Buffer.from(`${last.at} ${last.id}`).toString('base64url'),
    unreadCount,
  }
}

const cursorPattern = /^(\d{1,16}(?:\.\d{1,6})?) ([0-9a-f-]{36})$/u

function readCursor(before: string): NotificationPosition {
  const text = before.length > 200 ? '' : Buffer.from(before, 'base64url').toString('utf8')
  const [, at = '', id = ''] = cursorPattern.exec(text) ?? []
  // The range of JavaScript's dates is smaller than that of the database.
  if (!isUuid(id) || Number.isNaN(new Date(Number(at)).getTime()))
    throw badInputError(notificationErrorTexts.badCursor, 'before')
  return { at: Number(at), id }
}

function readIds(ids: readonly string[] | null | undefined): readonly string[] {
  if (ids == null) throw badInputError(notificationErrorTexts.noIds, 'ids')
  if (ids.length > mostIds || !ids.every(isStoredId)) throw badInputError(notificationErrorTexts.badIds(mostIds), 'ids')
  return ids
}

function readTimeZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    throw badInputError(workErrorTexts.badTimeZone, 'timeZone')
  }
}

const isWatchLevel = (level: string): level is WatchLevel => (watchLevels as readonly string[]).includes(level)

interface WatchRequest {
  readonly projectId: string
  readonly nodeId?: string | null
}

async function setWatch(
  options: NotificationsOptions,
  { level, ...wanted }: WatchRequest & { readonly level: string },
  context: GraphqlContext,
): Promise<boolean> {
  const watched = await findWatched(options, { ...wanted, operation: 'watch.set' }, context)
  if (!isWatchLevel(level)) throw badInputError(notificationErrorTexts.badLevel, 'level')
  await storeWatch(options.database.pool, { ...watched, level })
  return true
}

/** Finds what the caller watches, if they may. */
async function findWatched(
  { database: { pool }, audit }: NotificationsOptions,
  { projectId, nodeId, operation }: WatchRequest & { readonly operation: 'watch.read' | 'watch.set' },
  { viewer }: GraphqlContext,
): Promise<Watched> {
  const userId = requirePerson(viewer).person.id
  const found = await findProjectForViewer(pool, viewer, projectId)
  const { project } = requireProjectAccess(found, { viewer, rule: notificationPolicy[operation], audit })
  const id = nodeId?.toLowerCase() ?? null
  if (id !== null) {
    const [node] = isStoredId(id) ? await readNodesById(pool, project.id, [id]) : []
    if (node === undefined || node.isDeleted) throw nodeNotFoundError()
  }
  return { userId, projectId: project.id, nodeId: id }
}
