import { dayMs, hourMs, minuteMs } from '@espalier/domain'
import { createWebPushSender } from '../adapters/push/web-push-sender.ts'
import { createJobQueue } from '../adapters/graphile-worker/job-queue.ts'
import { apiLimits } from '../api/limits.ts'
import type { Slice } from '../api/slice.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { createGraphCache } from '../database/graph-cache.ts'
import type { AuditTrail } from '../features/audit/index.ts'
import { createCalendarFeeds } from '../features/calendar/calendar-feeds.ts'
import { calendarRoutes, calendarSlice } from '../features/calendar/calendar-routes.ts'
import { createCommentFeed } from '../features/comments/comment-feed.ts'
import { commentsSlice } from '../features/comments/resolvers.ts'
import { feedbackSlice } from '../features/feedback/resolvers.ts'
import { historySlice } from '../features/history/resolvers.ts'
import { importJobRunners } from '../features/import/import-routes.ts'
import { createInvitationLinks } from '../features/invitations/invitation-links.ts'
import { invitationsSlice } from '../features/invitations/resolvers.ts'
import { deleteOldAccessRequests, deleteOldInvitations } from '../features/invitations/store.ts'
import { createFindWatchedProject, createRooms, liveSlice, projectListSlice } from '../features/live/index.ts'
import type { Mailer, Unsubscribes } from '../features/mail/index.ts'
import { createWorkFeed, myWorkSlice } from '../features/my-work/index.ts'
import { nodesSlice } from '../features/nodes/index.ts'
import {
  createNotificationFeed,
  createNotificationListener,
  notificationsSlice,
} from '../features/notifications/index.ts'
import { createPeople, deleteExpiredLookups, type People, peopleSlice } from '../features/people/index.ts'
import { presenceSlice } from '../features/presence/resolvers.ts'
import {
  createWriteQueue,
  createWrites,
  deleteOldShareMails,
  projectsSlice,
  type Quotas,
  type StoredWrite,
  type Writes,
} from '../features/projects/index.ts'
import { createProposalFeed, proposalsSlice } from '../features/proposals/index.ts'
import { startPushing } from '../features/push/push-notifications.ts'
import { pushSlice } from '../features/push/resolvers.ts'
import { searchJobRunners, searchSlice } from '../features/search/resolvers.ts'
import { createTrackerChangeListener } from '../features/tracker/sync/enqueue-changes.ts'
import { trashJobRunners, type TrashOptions } from '../features/trash/empty-trash.ts'
import { trashSlice } from '../features/trash/resolvers.ts'
import type { Bus } from '../ports/bus.ts'
import type { Identities } from '../ports/identities.ts'
import type { RecurringJob } from '../ports/jobs.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { PushSender } from '../ports/push.ts'
import type { Rates } from '../ports/rates.ts'
import { createEventLoopPacer } from '../reliability/event-loop-pacer.ts'
import type { Origins } from '../transport/http/origins.ts'
import { canInvite } from './identity.ts'
import type { ShutdownHooks } from './shutdown.ts'

interface LiveSliceParts {
  readonly database: Database
  readonly audit: Audit
  readonly bus: Bus
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly log: Log
  readonly started: ShutdownHooks
  readonly writes: Writes
  readonly people: People
  readonly productName: string
  /** Null: there are no push messages. */
  readonly sender: PushSender | null
  apiUrl(): string
}

/** Composes the live features: changes of projects, presence, comments and notifications. */
function composeLive({ started, writes, people, ...parts }: LiveSliceParts): Slice[] {
  const rooms = createRooms(parts)
  started.add('rooms', () => rooms.stop())
  const findWatched = createFindWatchedProject(parts.database, createEventLoopPacer(apiLimits.sockets.pace))
  const { slice, presence } = presenceSlice({ ...parts, rooms, findWatched })
  started.add('presence', () => presence.stop())
  const list = projectListSlice(parts)
  started.add('project lists', async () => list.stop())
  const work = createWorkFeed(parts)
  started.add('lists of work', async () => work.stop())
  const myWork = myWorkSlice({ database: parts.database, feed: work })
  const commentFeed = createCommentFeed({ ...parts, people, rooms })
  started.add('comments', async () => commentFeed.stop())
  const proposalFeed = createProposalFeed({ ...parts, people, rooms })
  started.add('proposals', async () => proposalFeed.stop())
  const notificationFeed = createNotificationFeed({ ...parts, people })
  started.add('notifications', async () => notificationFeed.stop())
  started.add('push messages', startPushing({ ...parts, people }))
  return [
    liveSlice({ ...parts, rooms, findWatched }),
    slice,
    list.slice,
    myWork,
    commentsSlice({ ...parts, writes, people, feed: commentFeed, findWatched }),
    proposalsSlice({ ...parts, writes, people, feed: proposalFeed, findWatched }),
    notificationsSlice({ ...parts, people, feed: notificationFeed }),
    pushSlice(parts),
  ]
}

export const upkeepJobs: readonly RecurringJob[] = [
  { name: 'purge-trash', everyMs: dayMs },
  { name: 'forget-operations', everyMs: dayMs },
  { name: 'trim-change-log', everyMs: dayMs },
  { name: 'forget-rates', everyMs: hourMs },
  { name: 'forget-audit-log', everyMs: dayMs },
  { name: 'forget-sharing', everyMs: hourMs },
  { name: 'forget-imports', everyMs: hourMs },
  { name: 'index-search', everyMs: minuteMs },
  { name: 'mail-notifications', everyMs: minuteMs },
  { name: 'notify-due-dates', everyMs: hourMs },
  { name: 'forget-notifications', everyMs: dayMs },
]

interface ProjectParts {
  readonly quotas: Quotas
  readonly writes: Writes
  readonly config: Config
  readonly identities: Identities
  readonly mailer: Mailer
  readonly refusals: Unsubscribes
  readonly origins: Origins
  /** Sign the links of invitations. */
  readonly secrets: readonly string[]
  readonly rates: Rates
  readonly bus: Bus
  readonly log: Log
  readonly started: ShutdownHooks
}

/** Composes what both the durable jobs and the API need; the jobs start before the API exists. */
export function composeTrash({ database, jobDatabase }: Databases, trail: AuditTrail, bus: Bus, quotas: Quotas) {
  const trash: TrashOptions = { database, audit: trail.record, bus }
  const runners = {
    ...trashJobRunners({ ...trash, database: jobDatabase }),
    ...importJobRunners(jobDatabase),
    ...searchJobRunners(jobDatabase),
    'forget-sharing': async () => {
      await deleteExpiredLookups(jobDatabase.pool)
      await deleteOldShareMails(jobDatabase.pool)
      await deleteOldInvitations(jobDatabase.pool)
      await deleteOldAccessRequests(jobDatabase.pool)
    },
  }
  // Both share the queue in front of each project and its cached graph.
  const shared = {
    bus,
    // The audit entries of a write are stored in its own transaction.
    audit: trail.logOnly,
    storeAudited: trail.store,
    quotas,
    queue: createWriteQueue(),
    graphs: createGraphCache(),
  }
  const writesOn = (own: Database, waitMs: number): Writes => {
    const [enqueueForTracker, notify] = [
      createTrackerChangeListener(createJobQueue(own.pool)),
      createNotificationListener(bus),
    ]
    const onWritten = async (written: StoredWrite): Promise<void> => {
      await enqueueForTracker(written)
      await notify(written)
    }
    return createWrites({ ...shared, database: own, waitMs, onWritten })
  }
  return {
    trash,
    writes: writesOn(database, writeWaits.requestMs),
    jobWrites: writesOn(jobDatabase, writeWaits.jobMs),
    runners,
  }
}

/** How long a write waits for its project. Nobody waits in front of a screen for a job. */
const writeWaits = { requestMs: 2_000, jobMs: 60_000 }

interface CalendarParts {
  readonly config: Config
  readonly database: Database
  readonly origins: Origins
  readonly secrets: readonly string[]
  readonly rates: Rates
  readonly audit: Audit
  mayRead(userId: string): Promise<boolean>
}

/** Composes the addresses at which calendar programs read due dates, and the API that manages them. */
export function composeCalendar({ config, database, origins, secrets, rates, audit, mayRead }: CalendarParts) {
  const apiUrl = () => config.apiUrl ?? config.webUrl ?? origins.webOriginFor({ host: '' })
  const feeds = createCalendarFeeds({ database, secrets, audit, mayRead, apiUrl })
  return {
    slice: calendarSlice(feeds),
    routes: calendarRoutes({
      feeds,
      rates: config.rateLimits ? rates : null,
      productName: config.productName,
      // The same for every host by which a program reaches the server: the events must stay the same.
      webUrl: () => config.webUrl ?? origins.webOriginFor({ host: '' }),
    }),
  }
}

interface Databases {
  readonly database: Database
  readonly jobDatabase: Database
}

/** Composes projects with their nodes, people, history and trash. */
export function composeProjects(
  trash: TrashOptions,
  { writes, quotas, config, identities, mailer, refusals, origins, secrets, bus, log, started, ...parts }: ProjectParts,
): Slice[] {
  const { database, audit } = trash
  const people = createPeople({ database, identities })
  // A mail is read outside the request that caused it, so it uses the first of our URLs.
  const webUrl = () => config.webUrl ?? origins.webOriginFor({ host: '' })
  const apiUrl = () => config.apiUrl ?? webUrl()
  const rates = config.rateLimits ? parts.rates : null
  return [
    projectsSlice({
      database,
      writes,
      quotas,
      audit,
      rates,
      mailer,
      productName: config.productName,
      webUrl,
      findKnownPeople: people.findKnown,
      buildUnsubscribeUrl: refusals.urlFor,
    }),
    invitationsSlice({
      database,
      writes,
      identities,
      people,
      mailer,
      links: createInvitationLinks({ secrets, webUrl }),
      audit,
      rates,
      approvesAccounts: config.signup === 'beta' && canInvite(config),
      productName: config.productName,
      webUrl,
      buildUnsubscribeUrl: refusals.urlFor,
      now: () => new Date(),
    }),
    nodesSlice({ database, writes, audit }),
    peopleSlice({ people, rates, apiUrl }),
    historySlice({ database, writes, audit, log, people, apiUrl }),
    trashSlice({ ...trash, writes }),
    searchSlice(database),
    ...(config.feedback.kind === 'builtin' ? [feedbackSlice({ database, writes, rates, apiUrl })] : []),
    ...composeLive({
      database,
      audit,
      bus,
      rates,
      log,
      started,
      writes,
      people,
      apiUrl,
      productName: config.productName,
      sender: config.push === null ? null : createWebPushSender({ ...config.push, log }),
    }),
  ]
}
