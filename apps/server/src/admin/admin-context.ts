import { existsSync } from 'node:fs'
import { type Identity, identityMigrations } from '@espalier/identity'
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
import { createJobQueue, installJobs } from '../adapters/graphile-worker/job-queue.ts'
import { createKratosIdentities } from '../adapters/kratos/kratos-identities.ts'
import type { Config } from '../config/config.ts'
import { openDatabase, serverMigrations } from '../database/database.ts'
import type { ApprovalOptions } from '../features/account/index.ts'
import { createMailer } from '../features/mail/index.ts'
import type { Log } from '../ports/log.ts'
import { adminTexts } from '../texts/admin.ts'

/** Ends the command with this line on standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** The dependencies of the commands. */
export interface AdminContext extends ApprovalOptions {
  readonly config: Config
  /** Null with an external Kratos, which has its own commands. */
  readonly people: Identity['admin'] | null
  close(): Promise<void>
}

const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

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
    const { identities, admin: people, close: closeIdentities } = openIdentities(config, pool)
    return {
      config,
      database: openDatabase(pool),
      identities,
      people,
      mailer: createMailer({ jobs: createJobQueue(pool) }),
      productName: config.productName,
      webUrl: config.webUrl ?? `http://localhost:${config.port}`,
      close: () => closeIdentities().finally(close),
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

function openIdentities({ identity }: Config, pool: Pool) {
  if (identity.kind === 'embedded') return createAdminIdentities(pool, silentLog)
  if (identity.adminUrl === null) throw new CommandFailed(adminTexts.adminUrlMissing)
  return { identities: createKratosIdentities(identity), admin: null, close: async () => {} }
}

export interface AdminCommand {
  readonly name: string
  /** The parameters after the command name, such as EMAIL. */
  readonly parameters: readonly string[]
  readonly summary: string
  /** Returns the line to print, or throws CommandFailed. */
  run(workshop: AdminContext, values: readonly string[]): Promise<string>
}
