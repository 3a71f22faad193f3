import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseStartError } from '@espalier/postgres'
import type { FastifyInstance } from 'fastify'
import { createJobQueue } from '../adapters/graphile-worker/job-queue.ts'
import { startJobs } from '../adapters/graphile-worker/start-jobs.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../database/database.ts'
import { accessTokensSlice, createAccessTokens } from '../features/access-tokens/index.ts'
import { accountSlice, createAccounts } from '../features/account/index.ts'
import { historyJobRunners } from '../features/history/cleanup-jobs.ts'
import { importRoutes } from '../features/import/import-routes.ts'
import { createMailer, createUnsubscribes, sendMailJobRunner, unsubscribeRoutes } from '../features/mail/index.ts'
import { outboxRoutes } from '../features/mail/outbox-routes.ts'
import { notificationJobRunners } from '../features/notifications/index.ts'
import { createQuotas } from '../features/projects/index.ts'
import { createTools } from '../features/tools/index.ts'
import type { JobRunners } from '../ports/jobs.ts'
import type { ErrorReports } from '../ports/telemetry.ts'
import type { Logger } from '../reliability/log.ts'
import { loadSecretKeys } from '../security/cryptography.ts'
import { createHttpServer } from '../transport/http-server.ts'
import { startTexts } from '../texts/start.ts'
import type { Readiness } from '../transport/http/monitoring.ts'
import { createOrigins, type Origins } from '../transport/http/origins.ts'
import { createSocketRegistry } from '../transport/sockets/socket-registry.ts'
import { accountDataJobs, composeAccountData } from './account-data.ts'
import { auditJobRunners, composeAdmin, composeAudit } from './admin.ts'
import { billingJobs, composeBilling } from './billing.ts'
import { breakdownJobs, composeBreakdown } from './breakdown.ts'
import { closeEndedSessions, composeCluster } from './cluster.ts'
import { isDatabaseReady, openDatabasePools } from './database-pools.ts'
import { composeAuthentication, composeIdentity, composeInvites, findEndedAmong } from './identity.ts'
import { buildPageConfig, composeMail, composeOptionalRoutes, listDegradedMail } from './optional-features.ts'
import { composeCalendar, composeProjects, composeTrash, upkeepJobs } from './projects.ts'
import { createShutdownHooks, type ShutdownHooks } from './shutdown.ts'
import { composeTracker, trackerJobs } from './tracker.ts'
import { composeWebhooks } from './webhooks.ts'

export interface RunningApp {
  readonly url: string
  stop(): Promise<void>
}

const webRoot = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const jobsAtOnce = 4

/** Learns when each long step of the start begins. */
export interface StartProgress {
  begin(step: string): void
}

interface StartOptions {
  readonly reports: ErrorReports | null
  readonly progress?: StartProgress
}

/** Starts every part in order. If one fails, the earlier ones are stopped and the start fails. */
export async function startApp(config: Config, log: Logger, options: StartOptions): Promise<RunningApp> {
  const started = createShutdownHooks(log)
  try {
    return { url: await startParts(config, log, started, options), stop: () => started.stop() }
  } catch (error) {
    await started.stop()
    throw error
  }
}

async function startParts(
  config: Config,
  log: Logger,
  started: ShutdownHooks,
  { reports, progress }: StartOptions,
): Promise<string> {
  const origins = createOrigins(config)
  const sockets = createSocketRegistry({ hasLimits: config.rateLimits })
  await ensureDataDir(config.dataDir)
  const secrets = await loadSecretKeys(config.secretKeys, config.dataDir)
  progress?.begin(startTexts.startingDatabase)
  const storage = await openDatabasePools(config, log, started)
  progress?.begin(startTexts.startingServer)
  const trail = composeAudit(storage, log, started)
  const audit = trail.record
  const { bus, rates, degraded } = await composeCluster(config, storage, log, started)

  const { carrier, outbox } = composeMail(config, log)
  started.add('mail', () => carrier.close())
  const database = openDatabase(storage.reads, storage.writes)
  const jobDatabase = openDatabase(storage.jobs)
  const tracking = composeTracker({ config, secrets, database, started })
  const quotas = createQuotas(config.quotas)
  const databases = { database, jobDatabase }
  const { trash, writes, jobWrites, runners: upkeep } = composeTrash(databases, trail, bus, quotas)
  const logUpkeep = historyJobRunners({ database: jobDatabase, changeLogDays: config.changeLogDays })
  const billing = await composeBilling({ config, ...databases, origins, audit, log })
  const breakdown = await composeBreakdown({ config, ...databases, writes, jobWrites, bus, log })
  const mailer = createMailer({ jobs: createJobQueue(storage.jobs) })
  const { identities, embedded, endedAmong } = composeIdentity({
    config,
    pool: storage.signIn,
    secrets,
    mailer,
    origins,
    audit,
    log,
    sessionsEnded: (sessionIds) => bus.publish({ kind: 'sessions-ended', sessionIds }),
  })
  if (embedded) started.add('identity', () => embedded.close())
  const account = { config, ...databases, jobWrites, identities, bus, mailer, origins, audit, log }
  const accountData = composeAccountData(account)
  const refusals = createUnsubscribes({ database, secrets, apiUrl: () => origins.apiOriginFor({ host: '' }) })
  const runners: JobRunners = {
    'send-mail': sendMailJobRunner({ carrier, unsubscribes: refusals, log, jobs: createJobQueue(storage.jobs) }),
    ...billing.runners,
    ...breakdown.runners,
    ...tracking.runners({ database: jobDatabase, writes: jobWrites, log }),
    ...upkeep,
    ...logUpkeep,
    ...accountData.runners,
    ...auditJobRunners(jobDatabase, config),
    ...notificationJobRunners({
      database: jobDatabase,
      mailer,
      bus,
      productName: config.productName,
      webUrl: () => config.webUrl ?? origins.webOriginFor({ host: '' }),
      buildUnsubscribeUrl: refusals.urlFor,
    }),
  }
  const { stop } = await startJobs({
    pool: storage.jobs,
    runners,
    recurring: [...upkeepJobs, ...billingJobs, ...breakdownJobs, ...trackerJobs, ...accountDataJobs],
    log,
    concurrency: jobsAtOnce,
  })
  started.add('jobs', stop)

  const { signup, trialDays } = config
  const limited = config.rateLimits ? rates : null
  const accounts = createAccounts({
    database: openDatabase(storage.signIn),
    identities,
    signup,
    trialDays,
    billing: config.billing.kind,
  })
  const tokens = createAccessTokens({ database, bus, audit, log, findViewer: accounts.findViewer })
  const authenticate = composeAuthentication(accounts, tokens)
  closeEndedSessions({ bus, sockets, log, endedAmong: findEndedAmong(endedAmong, tokens) })
  const mayRead = async (userId: string) => (await accounts.findViewer(userId)) !== null
  const calendar = composeCalendar({ config, database, origins, secrets, rates, audit, mayRead })
  const admin = composeAdmin({
    config,
    database,
    identities,
    embedded,
    mailer,
    carrier,
    tokens,
    trail,
    origins,
    rates: limited,
    authenticate,
    log,
    countSockets: () => sockets.size,
  })
  const app = await createHttpServer({
    config,
    log,
    origins,
    sockets,
    authenticate,
    slices: [
      accessTokensSlice(tokens),
      admin.slice,
      accountSlice({ accounts: { read: (accountId) => billing.readAccount(accounts, accountId) }, secrets }),
      accountData.slice,
      breakdown.slice,
      ...composeInvites({ config, database, identities, mailer, refusals, origins, secrets, audit }),
      ...composeProjects(trash, {
        writes,
        quotas,
        config,
        identities,
        mailer,
        refusals,
        origins,
        secrets,
        rates,
        bus,
        log,
        started,
      }),
      calendar.slice,
      composeWebhooks({ config, ...databases, secrets, origins, rates: limited, audit, log, started }),
      ...tracking.slices({ writes, accounts, origins, rates: limited, audit, log }),
    ],
    tools: createTools({ database, writes }),
    routes: [
      ...billing.routes(accounts),
      admin.routes,
      tracking.routes(limited),
      calendar.routes,
      accountData.routes(authenticate, limited),
      unsubscribeRoutes({
        unsubscribes: refusals,
        productName: config.productName,
        readWebOrigin: origins.webOriginFor,
      }),
      ...composeOptionalRoutes({ config, database, origins, authenticate: accounts.authenticate, rates, log, reports }),
      importRoutes({ database, writes, audit, authenticate, rates: limited }),
      outboxRoutes({ outbox: config.environment === 'production' ? null : outbox, productName: config.productName }),
    ],
    ...(embedded && { identity: embedded.plugin }),
    rates,
    isReady: async () =>
      toReadiness(await isDatabaseReady(storage.signIn), [...degraded(), ...listDegradedMail(config)]),
    isAdmin: admin.policy.isAdmin,
    pageConfig: () => buildPageConfig(config, origins),
    webRoot,
    keptRoot: join(config.dataDir, 'page'),
  })
  started.add('http', () => app.close())
  // Breakdowns stop first: a request that waits for its last child would delay the rest.
  started.add('breakdowns', breakdown.stop)
  return listenOnPort(app, config, origins)
}

const toReadiness = (ready: Readiness, degraded: readonly string[]): Readiness => ({
  ...ready,
  ...(degraded.length > 0 && { degraded }),
})

async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true })
    // The embedded PostgreSQL's account must be able to enter; the contents have their own permissions.
    if (made !== undefined) await chmod(dataDir, 0o711)
    // Checked before anything of value is written, so that the operator reads one line and not a stack. Only a write
    // can tell: root passes every permission check, even where nothing can be written.
    const probe = join(dataDir, `.write-test-${randomBytes(6).toString('hex')}`)
    await writeFile(probe, '')
    await rm(probe, { force: true })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? startTexts.errors.notDirectory : message
    throw new DatabaseStartError(startTexts.errors.dataDir(dataDir, reason), { cause })
  }
}

async function listenOnPort(app: FastifyInstance, config: Config, origins: Origins): Promise<string> {
  const { level } = app.log
  // Fastify logs each address at info, but the last line of the start shows the one that people open.
  if (level === 'info') app.log.level = 'warn'
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new DatabaseStartError(startTexts.errors.portInUse(config.port, config.host), { cause })
    if (code === 'EACCES')
      throw new DatabaseStartError(startTexts.errors.portForbidden(config.port, config.host), { cause })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new DatabaseStartError(startTexts.errors.hostUnknown(config.host), { cause })
    }
    throw cause
  } finally {
    app.log.level = level
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  origins.listening(port)
  return config.webUrl ?? `http://localhost:${port}`
}
