import { existsSync } from 'node:fs'

import { type Identity, identityMigrations } from '@espalier/identity'
import {
  connectEmbedded,
  type Connection,
  migrate,
  openPool,
  patientLimits,
  startEmbeddedPostgres,
} from '@espalier/postgres'
import type { Pool } from 'pg'

import { identitiesBesideTheServer } from '../adapters/embedded-identity/beside-the-server.ts'
import { installJobs } from '../adapters/graphile-worker/install-jobs.ts'
import { jobQueue } from '../adapters/graphile-worker/job-queue.ts'
import { kratosIdentities } from '../adapters/kratos/kratos-identities.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { serverMigrations } from '../database/migrations.ts'
import type { ApprovalOptions } from '../features/account/index.ts'
import { createMailer } from '../features/mail/index.ts'
import type { Log } from '../ports/log.ts'
import { CommandFailed } from './command-failed.ts'

/** What commands work with. */
export interface Workshop extends ApprovalOptions {
  readonly config: Config
  /** Null with a Kratos by URL, which has commands of its own. */
  readonly people: Identity['admin'] | null
  close(): Promise<void>
}

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export async function openWorkshop(config: Config): Promise<Workshop> {
  const { place, stop } = await findDatabase(config)
  const pool = openPool(place, { applicationName: 'espalier admin', waitMs: 5_000, limits: patientLimits })
  const close = async () => {
    await pool.end()
    await stop()
  }
  try {
    await migrate(
      pool,
      config.identity.kind === 'embedded' ? [identityMigrations, serverMigrations] : [serverMigrations],
    )
    await installJobs(pool, quiet)
    const { identities, admin: people, close: closeIdentities } = openIdentities(config, pool)
    return {
      config,
      database: openDatabase(pool),
      identities,
      people,
      mailer: createMailer({ jobs: jobQueue(pool) }),
      productName: config.productName,
      webUrl: config.webUrl ?? `http://localhost:${config.port}`,
      close: () => closeIdentities().finally(close),
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Found {
  readonly place: Connection | { readonly connectionString: string }
  stop(): Promise<void>
}

const leaveIt = async (): Promise<void> => {}

/** The database of the server that runs, or the one that it would use. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<Found> {
  if (databaseUrl !== null) return { place: { connectionString: databaseUrl }, stop: leaveIt }
  // A command in the wrong folder must not leave a new, empty database behind.
  if (!existsSync(dataDir))
    throw new CommandFailed(`There is no DATA_DIR ${dataDir}: start the server once, or set DATA_DIR`)
  const running = await connectEmbedded(dataDir)
  if (running !== null) return { place: running, stop: leaveIt }
  const started = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return { place: started.connection, stop: () => started.stop() }
}

function openIdentities({ identity }: Config, pool: Pool) {
  if (identity.kind === 'embedded') return identitiesBesideTheServer(pool, quiet)
  if (identity.adminUrl === null) throw new CommandFailed('IDENTITY_ADMIN_URL must be set, because IDENTITY_URL is')
  return { identities: kratosIdentities(identity), admin: null, close: async () => {} }
}
