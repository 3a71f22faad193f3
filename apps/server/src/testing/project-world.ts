import { randomUUID } from 'node:crypto'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import type { FastifyPluginAsync } from 'fastify'
import { createOutlineSource } from '../adapters/ai/outline-source.ts'
import { createJobQueue, installJobs } from '../adapters/graphile-worker/job-queue.ts'
import { createJiraTracker, type JiraTrackerOptions } from '../adapters/jira/jira-tracker.ts'
import { createRequestBudget } from '../api/request-budget.ts'
import type { Slice } from '../api/slice.ts'
import type { Viewer } from '../api/viewer.ts'
import { readConfig } from '../config/config.ts'
import { type Database, openDatabase, serverMigrations } from '../database/database.ts'
import { type AccessTokens, accessTokensSlice, createAccessTokens } from '../features/access-tokens/index.ts'
import { accountSlice, createAccounts, readAccountView } from '../features/account/index.ts'
import { createBreakdowns } from '../features/breakdown/breakdowns.ts'
import { breakdownSlice } from '../features/breakdown/resolvers.ts'
import { type CalendarFeeds, createCalendarFeeds } from '../features/calendar/calendar-feeds.ts'
import { calendarSlice } from '../features/calendar/calendar-routes.ts'
import { feedbackSlice } from '../features/feedback/resolvers.ts'
import { historySlice } from '../features/history/resolvers.ts'
import { createInvitationLinks } from '../features/invitations/invitation-links.ts'
import { invitationsSlice } from '../features/invitations/resolvers.ts'
import { createRooms, liveSlice, projectListSlice } from '../features/live/index.ts'
import { createMailer } from '../features/mail/index.ts'
import { createWorkFeed, myWorkSlice } from '../features/my-work/index.ts'
import { nodesSlice } from '../features/nodes/index.ts'
import { createNotificationListener, notificationJobRunners } from '../features/notifications/index.ts'
import { createPeople, peopleSlice } from '../features/people/index.ts'
import { presenceSlice } from '../features/presence/resolvers.ts'
import {
  createQuotas,
  createWrites,
  projectsSlice,
  type QuotaLimits,
  type Quotas,
  type SignedInViewer,
  type StoredWrite,
  type Writes,
} from '../features/projects/index.ts'
import { searchSlice } from '../features/search/resolvers.ts'
import { trackerSlice, trackerSyncSlice } from '../features/tracker/resolvers.ts'
import { createTrackerConnections } from '../features/tracker/settings/connection-store.ts'
import { createTrackerChangeListener } from '../features/tracker/sync/enqueue-changes.ts'
import { trackerJobRunners, type TrackerSyncJobOptions } from '../features/tracker/sync/run-sync.ts'
import { trackerWebhookRoutes } from '../features/tracker/sync/webhook-routes.ts'
import { trashSlice } from '../features/trash/resolvers.ts'
import type { Bus, BusMessage } from '../ports/bus.ts'
import type { Identities, Person } from '../ports/identities.ts'
import type { JobRunners } from '../ports/jobs.ts'
import type { Audit } from '../ports/log.ts'
import type { Letter } from '../ports/mail.ts'
import { createInProcessBus } from '../reliability/bus.ts'
import { createRates } from '../reliability/rates.ts'
import { createSealing } from '../security/cryptography.ts'
import {
  createGraphqlEngine,
  type GraphqlAnswer,
  type GraphqlEngine,
  toJsonPieces,
} from '../transport/graphql/engine.ts'
import { makeSchema } from '../transport/graphql/schema.ts'
import { hiddenAdminSlice } from './admin-access.ts'
import { composeAccountSlices } from './account-slices.ts'
import { startConversation } from './conversation-slices.ts'
import { createFakeIdentities } from './fake-identities.ts'
import { testPushSlice } from './push-world.ts'
import { createRecordedLog, type RecordedLog } from './recorded-log.ts'
import { composeTestWebhooks, type TestWebhooks } from './webhook-world.ts'

/** The log of a project after a sequence number, as far as tests look at it. */
export async function readLoggedChanges(pool: Database['pool'], projectId: string, after: number) {
  const { rows } = await pool.query<{ seq: number; kind: string; nodeIds: string[]; clientId: string | null }>(
    `select seq, kind, node_ids as "nodeIds", client_id as "clientId" from change_log
     where project_id = $1 and seq > $2 order by seq`,
    [projectId, after],
  )
  return rows
}

export const anonymousViewer: Viewer = { kind: 'anonymous' }

export interface RequestIds {
  readonly clientId?: string
  readonly operationId?: string
}

/** The project features of one server, on a database that others may share. */
export interface ProjectServer {
  readonly database: Database
  readonly writes: Writes
  readonly quotas: Quotas
  readonly engine: GraphqlEngine
  readonly slices: readonly Slice[]
  readonly bus: Bus
  readonly log: RecordedLog
  /** The messages that were published to every server. */
  readonly published: BusMessage[]
  readonly audited: Parameters<Audit>[0][]
  /** The runners of the tracker sync, for tests that start the jobs. */
  readonly syncRunners: ReturnType<typeof trackerJobRunners>
  readonly notificationRunners: ReturnType<typeof notificationJobRunners>
  readonly accountRunners: Pick<JobRunners, 'delete-accounts'>
  readonly webhooks: FastifyPluginAsync
  /** Sends the deliveries of projects' webhooks when a test asks for it. */
  readonly webhookSender: TestWebhooks['sender']
  readonly calendars: CalendarFeeds
  readonly tokens: AccessTokens
  ask(viewer: Viewer, query: string, variables?: Record<string, unknown>, sending?: RequestIds): Promise<GraphqlAnswer>
  /** Returns the response's data; throws if there are errors. */
  get<Fields>(viewer: Viewer, query: string, variables?: Record<string, unknown>, sending?: RequestIds): Promise<Fields>
  /** Stops background work, as a server does at shutdown. */
  stop(): Promise<void>
}

export interface ProjectWorld extends ProjectServer {
  readonly test: TestDatabase
  readonly identities: Identities
  person(name: string, more?: Partial<Person> & { readonly hasAccess?: boolean }): SignedInViewer
  /** Starts another server on the same database. Without a given bus it has its own and only polls. */
  another(bus?: Bus): ProjectServer
  /** The queued mails. */
  letters(): Promise<Letter[]>
  close(): Promise<void>
}

export interface WorldOptions {
  readonly now?: () => Date
  readonly hasLimits?: boolean
  /** How often servers poll the log. */
  readonly lookMs?: number
  /** How often servers renew their heartbeat and check presence. */
  readonly beatMs?: number
  /** The reachable trackers; none by default. */
  readonly jira?: Partial<JiraTrackerOptions>
  readonly sync?: Partial<TrackerSyncJobOptions>
  /** False if nobody has looked anybody up by email yet. Otherwise everybody may add everybody to a project. */
  readonly areAcquainted?: boolean
  /** In a private beta an invitation to a project approves the account. Unset means open. */
  readonly signup?: 'open' | 'beta'
  /** Defaults to the limits without configuration. */
  readonly quotas?: Partial<QuotaLimits>
  /** Which receivers webhooks reach; by default those on the loopback address. */
  readonly posting?: TestWebhooks['posting']
}

const defaultQuotas: QuotaLimits = readConfig({}, '.').quotas

export async function openProjectWorld(options: WorldOptions = {}): Promise<ProjectWorld> {
  const test = await testDatabase([serverMigrations])
  const fake = createFakeIdentities()
  const log = createRecordedLog()
  await installJobs(test.pool, log)
  const servers: ProjectServer[] = []
  const acquaintances = createAcquaintances(test, options.areAcquainted ?? true)
  const another = (bus?: Bus): ProjectServer => {
    const server = startProjectServer(test, fake, { ...options, beforeAsking: acquaintances.store }, bus)
    servers.push(server)
    return server
  }
  return {
    test,
    identities: fake.identities,
    ...another(),
    another,
    person(name, { hasAccess = true, ...more } = {}) {
      const email = `${name}@example.com`
      const { id } = fake.signIn({ email, firstname: name, ...more })
      acquaintances.add(id)
      const person: Person = { id, email, firstname: name, lastname: null, picture: null, status: null, ...more }
      const accountId = randomUUID().replaceAll('-', '')
      const authenticatedAt = options.now?.() ?? new Date()
      return { kind: 'person', person, sessionId: randomUUID(), accountId, hasAccess, authenticatedAt }
    },
    async letters() {
      const { rows } = await test.pool.query<{ payload: Letter }>('select payload from graphile_worker._private_jobs')
      return rows.map(({ payload }) => payload)
    },
    async close() {
      for (const server of servers) await server.stop()
      await test.drop()
    },
  }
}

/** Stores that everybody has looked everybody up, before the next request. */
function createAcquaintances({ pool }: TestDatabase, isEnabled: boolean) {
  const ids: string[] = []
  let stored = 0
  return {
    add: (id: string) => void ids.push(id),
    async store(): Promise<void> {
      if (!isEnabled || stored === ids.length) return
      stored = ids.length
      await pool.query(
        `insert into person_lookups (asker_id, found_id, expires_at)
         select asker, found, 'infinity' from unnest($1::text[]) as asker, unnest($1::text[]) as found
         on conflict do nothing`,
        [ids],
      )
    },
  }
}

const getTestWebUrl = () => 'https://espalier.example'
const testSecret = 'a secret that is long enough to sign with'

function startProjectServer(
  { pool }: TestDatabase,
  { identities }: ReturnType<typeof createFakeIdentities>,
  given: WorldOptions & { beforeAsking(): Promise<void> },
  givenBus?: Bus,
): ProjectServer {
  const { now = () => new Date(), hasLimits = false, lookMs = 60_000, beatMs = 2_000, jira = {}, sync = {} } = given
  const { beforeAsking } = given
  const log = createRecordedLog()
  const bus = givenBus ?? createInProcessBus(log)
  const database = openDatabase(pool)
  const jobs = createJobQueue(pool)
  const published: BusMessage[] = []
  const audited: Parameters<Audit>[0][] = []
  const audit: Audit = (event) => void audited.push(event)
  const recordedBus: Pick<Bus, 'publish'> = {
    publish(message) {
      published.push(message)
      bus.publish(message)
    },
  }
  // A machine that is busy with other tests must not make a project busy.
  const waitMs = 60_000
  const quotas = createQuotas({ ...defaultQuotas, ...given.quotas })
  const [enqueueForTracker, notify] = [createTrackerChangeListener(jobs), createNotificationListener(recordedBus)]
  const onWritten = async (written: StoredWrite): Promise<void> => {
    await enqueueForTracker(written)
    await notify(written)
  }
  const writes = createWrites({ database, bus: recordedBus, audit, now, quotas, onWritten, waitMs })
  const people = createPeople({ database, identities })
  const accounts = createAccounts({ database, identities, signup: 'open', trialDays: 14 })
  const mailer = createMailer({ jobs })
  const rates = hasLimits ? createRates({ store: null, log }) : null
  const tracker = createJiraTracker({ hostMap: new Map(), allowHosts: [], ...jira })
  const connections = createTrackerConnections(database, createSealing(['a secret of the tests, long enough']))
  const tracking: TrackerSyncJobOptions = { database, writes, tracker, connections, log, jobs, ...sync }
  const source = createOutlineSource()
  const breakdowns = createBreakdowns({ database, writes, bus: recordedBus, log, source, perDay: null })
  const rooms = createRooms({ database, bus, log, pollMs: lookMs })
  const { slice: presenceOfOthers, presence } = presenceSlice({
    database,
    audit,
    bus,
    log,
    rooms,
    rates,
    apiUrl: getTestWebUrl,
    beatMs,
  })
  const accountParts = { database, writes, identities, bus: recordedBus, mailer, audit, log, now }
  const account = composeAccountSlices({ ...accountParts, secret: testSecret, webUrl: getTestWebUrl })
  const invitationLinks = createInvitationLinks({ secrets: [testSecret], webUrl: getTestWebUrl })
  const projectList = projectListSlice({ bus, log })
  const workFeed = createWorkFeed({ database, bus, log })
  const conversation = startConversation({
    database,
    writes,
    people,
    bus,
    recordedBus,
    rooms,
    audit,
    log,
    rates,
    pollMs: lookMs,
    apiUrl: getTestWebUrl,
  })
  const calendars = createCalendarFeeds({ database, secrets: [testSecret], audit, apiUrl: getTestWebUrl, now })
  const tokens = createAccessTokens({ database, bus: recordedBus, audit, log, now, findViewer: accounts.findViewer })
  const hooks = composeTestWebhooks({ database, mailer, log, audit, rates, now, posting: given.posting })
  const slices = [
    accessTokensSlice(tokens),
    hiddenAdminSlice({ database, identities, mailer, audit, rates }),
    hooks.slice,
    accountSlice({ accounts, secrets: ['a secret of the tests'] }),
    ...account.slices,
    invitationsSlice({
      database,
      writes,
      identities,
      people,
      mailer,
      links: invitationLinks,
      audit,
      rates,
      approvesAccounts: given.signup === 'beta',
      productName: 'Espalier',
      webUrl: getTestWebUrl,
      buildUnsubscribeUrl: getTestWebUrl,
      now,
    }),
    projectsSlice({
      database,
      writes,
      quotas,
      audit,
      rates,
      mailer,
      webUrl: getTestWebUrl,
      productName: 'Espalier',
      findKnownPeople: people.findKnown,
    }),
    nodesSlice({ database, writes, audit }),
    breakdownSlice({ writes, breakdowns }),
    peopleSlice({ people, rates, apiUrl: getTestWebUrl }),
    historySlice({ database, writes, audit, log, people, apiUrl: getTestWebUrl }),
    feedbackSlice({ database, writes, rates, apiUrl: getTestWebUrl }),
    trashSlice({ database, writes, audit, bus: recordedBus }),
    trackerSlice({
      database,
      writes,
      audit,
      log,
      rates,
      tracker,
      connections,
      apiUrl: getTestWebUrl,
      readAccount: (accountId) => readAccountView(accounts, accountId),
    }),
    trackerSyncSlice({ database, tracker, connections, audit }),
    liveSlice({ database, audit, rooms }),
    presenceOfOthers,
    projectList.slice,
    myWorkSlice({ database, feed: workFeed }),
    searchSlice(database),
    calendarSlice(calendars),
    ...conversation.slices,
    testPushSlice(database),
  ]
  const schema = makeSchema(slices)
  const engine = createGraphqlEngine({ schema, allowsIntrospection: false })
  const ask: ProjectServer['ask'] = async (viewer, query, variables = {}, { clientId, operationId } = {}) => {
    const ready = engine.prepare(query, null)
    if (ready.kind === 'refused') throw new Error(ready.errors.map(({ message }) => message).join('; '))
    await beforeAsking()
    const ids = { clientId: clientId ?? null, operationId: operationId ?? null, requestId: 'test' }
    const context = { viewer, ...ids, log, budget: createRequestBudget() }
    return JSON.parse(toJsonPieces(await engine.run(ready, variables, context)).join('')) as GraphqlAnswer
  }
  return {
    database,
    writes,
    quotas,
    engine,
    slices,
    bus,
    log,
    published,
    audited,
    syncRunners: trackerJobRunners(tracking),
    notificationRunners: notificationJobRunners({
      database,
      mailer,
      bus: recordedBus,
      productName: 'Espalier',
      webUrl: getTestWebUrl,
      buildUnsubscribeUrl: getTestWebUrl,
      now,
    }),
    accountRunners: account.runners,
    calendars,
    tokens,
    webhookSender: hooks.sender,
    webhooks: trackerWebhookRoutes({ database, tracker, connections, rates, jobs }),
    ask,
    async stop() {
      tracker.close()
      projectList.stop()
      workFeed.stop()
      conversation.stop()
      await breakdowns.stop()
      await presence.stop()
      await rooms.stop()
    },
    async get<Fields>(...args: Parameters<typeof ask>) {
      const { data, errors } = await ask(...args)
      if (errors !== undefined)
        throw new Error(JSON.stringify([errors, log.lines.map(({ fields }) => String(Object.values(fields)[0]))]))
      return data as Fields
    },
  }
}

export const readErrorCode = ({ errors }: GraphqlAnswer): unknown => errors?.[0]?.extensions?.['code']
