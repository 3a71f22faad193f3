import { existsSync } from 'node:fs'
import { identityMigrations } from '@espalier/identity'
import {
  connectEmbedded,
  type DatabaseConnection,
  migrate,
  openPool,
  patientLimits,
  startEmbeddedPostgres,
} from '@espalier/postgres'
import type { Pool } from 'pg'
import { createAdminIdentities } from '../adapters/embedded-identity/embedded-identities.ts'
import { createPeopleAdmin } from '../adapters/embedded-identity/people-admin.ts'
import { createJobQueue, installJobs } from '../adapters/graphile-worker/job-queue.ts'
import { createKratosIdentities } from '../adapters/kratos/kratos-identities.ts'
import { createPostgresBusTransport } from '../adapters/postgres/postgres.ts'
import { createRedisBusTransport } from '../adapters/redis/redis.ts'
import type { Config } from '../config/config.ts'
import { openDatabase, serverMigrations } from '../database/database.ts'
import { createAccessTokens } from '../features/access-tokens/index.ts'
import type { ManagePeopleOptions } from '../features/admin/index.ts'
import { type AuditTrail, createAuditTrail } from '../features/audit/index.ts'
import { createMailer } from '../features/mail/index.ts'
import type { Log } from '../ports/log.ts'
import type { PeopleAdmin } from '../ports/people-admin.ts'
import { createNetworkedBus } from '../reliability/bus.ts'
import { adminTexts } from '../texts/admin.ts'

/** Ends the command with this line on standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** The dependencies of the commands. */
export interface AdminContext extends Omit<ManagePeopleOptions, 'people'> {
  readonly config: Config
  /** Null with an external Kratos, which has its own commands. */
  readonly people: PeopleAdmin | null
  readonly trail: AuditTrail
  close(): Promise<void>
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export async function openAdminContext(config: Config): Promise<AdminContext> {
  const { place: connection, stop } = await findDatabase(config)
  const pool = openPool(connection, { applicationName: 'espalier admin', waitMs: 5_000, limits: patientLimits })
  const close = async () => {
    await pool.end()
    await stop()
  }
  try {
    await migrate(
      pool,
      config.identity.kind === 'embedded' ? [identityMigrations, serverMigrations] : [serverMigrations],
    )
    await installJobs(pool, silentLog)
    const endSessions = (sessionIds: readonly string[]) => bus.publish({ kind: 'sessions-ended', sessionIds })
    const { identities, people, close: closeIdentities } = openIdentities(config, pool, endSessions)
    // Opened last: it holds a connection, and nothing after it can fail.
    const bus = await openBus(config, pool)
    const database = openDatabase(pool)
    const trail = createAuditTrail({ pool, logEvent: () => {}, log: silentLog })
    const audit = trail.record
    return {
      config,
      database,
      identities,
      people,
      trail,
      audit,
      mailer: createMailer({ jobs: createJobQueue(pool) }),
      productName: config.productName,
      webUrl: () => config.webUrl ?? `http://localhost:${config.port}`,
      closeTokenSockets: createAccessTokens({ database, bus, audit, log: silentLog, findViewer: findNobody })
        .closeSockets,
      async close() {
        await closeIdentities()
        await trail.settle()
        // Published messages are sent before the connections end.
        await bus.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface FoundDatabase {
  readonly place: DatabaseConnection | { readonly connectionString: string }
  stop(): Promise<void>
}

const keepRunning = async (): Promise<void> => {}

/** Finds the database of the running server, or the one it would use. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<FoundDatabase> {
  if (databaseUrl !== null) return { place: { connectionString: databaseUrl }, stop: keepRunning }
  // A command in the wrong folder must not create a new, empty database.
  if (!existsSync(dataDir)) throw new CommandFailed(adminTexts.noDataDir(dataDir))
  const running = await connectEmbedded(dataDir)
  if (running !== null) return { place: running, stop: keepRunning }
  const started = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return { place: started.connection, stop: () => started.stop() }
}

/** A command authenticates no program. */
const findNobody = async () => null

/** Reaches the running servers, so that open pages of people who are logged out close at once. */
async function openBus({ redisUrl, databaseUrl }: Config, pool: Pool) {
  // The embedded database has one server, which listens to the database even if a Redis is configured.
  const isRedis = redisUrl !== null && databaseUrl !== null
  const wire = isRedis ? createRedisBusTransport(redisUrl) : createPostgresBusTransport(pool)
  const bus = createNetworkedBus({ wire, log: silentLog })
  await bus.firstAttempt
  return bus
}

function openIdentities({ identity }: Config, pool: Pool, onSessionsEnded: (ids: readonly string[]) => void) {
  if (identity.kind === 'embedded') {
    const { admin, ...opened } = createAdminIdentities(pool, silentLog, onSessionsEnded)
    return { ...opened, people: createPeopleAdmin(admin) }
  }
  if (identity.adminUrl === null) throw new CommandFailed(adminTexts.adminUrlMissing)
  return { identities: createKratosIdentities(identity), people: null, close: async () => {} }
}

/** How the audit log names what was done by a command. */
export const commandOperator = { via: 'npm run admin' } as const

export interface AdminCommand {
  readonly name: string
  /** The parameters after the command name, such as EMAIL. */
  readonly parameters: readonly string[]
  readonly summary: string
  /** Returns the line to print, or throws CommandFailed. */
  run(workshop: AdminContext, values: readonly string[]): Promise<string>
}
