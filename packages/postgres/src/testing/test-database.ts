import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { type DatabaseConnection, formatConnectionString, openPool } from '../connection/pool.ts'
import { patientLimits } from '../connection/session-limits.ts'
import { migrate, type MigrationSet, readMigrations } from '../migrate.ts'
import { clusterVariable } from './test-cluster.ts'

export interface TestDatabase {
  readonly pool: Pool
  readonly connection: DatabaseConnection
  readonly connectionString: string
  drop(): Promise<void>
}

const templateLock = 7_023_061_105
const patientOptions = { waitMs: 30_000, limits: patientLimits }
const templates = new Map<string, Promise<string>>()

/** Creates a separate database with these migrations applied. */
export async function testDatabase(sets: readonly MigrationSet[]): Promise<TestDatabase> {
  const cluster = readClusterConnection()
  const template = await findOrCreateTemplate(cluster, sets)
  const database = `test_${randomBytes(8).toString('hex')}`
  await withAdminPool(cluster, (admin) =>
    admin.query(`create database ${database} template ${template} strategy wal_log`),
  )
  const connection = { ...cluster, database }
  const pool = openPool(connection, patientOptions)
  return {
    pool,
    connection,
    connectionString: formatConnectionString(connection),
    async drop() {
      if (!pool.ended) await pool.end()
      await withAdminPool(cluster, (admin) => admin.query(`drop database if exists ${database} with (force)`))
    },
  }
}

function readClusterConnection(): DatabaseConnection {
  const encoded = process.env[clusterVariable]
  if (encoded === undefined) {
    throw new Error('No test cluster runs: call startTestCluster() first, or run under the vitest project "services"')
  }
  return JSON.parse(encoded) as DatabaseConnection
}

async function findOrCreateTemplate(cluster: DatabaseConnection, sets: readonly MigrationSet[]): Promise<string> {
  const contents = await Promise.all(sets.map(readMigrations))
  const fingerprint = createHash('sha256').update(JSON.stringify([cluster.host, sets.map((set) => set.name), contents]))
  const name = `template_${fingerprint.digest('hex').slice(0, 24)}`
  const known = templates.get(name) ?? withAdminPool(cluster, (admin) => ensureTemplate(admin, cluster, name, sets))
  templates.set(name, known)
  // A failure is not cached, so that the next caller tries again.
  known.catch(() => templates.delete(name))
  return known
}

async function ensureTemplate(
  admin: Pool,
  cluster: DatabaseConnection,
  name: string,
  sets: readonly MigrationSet[],
): Promise<string> {
  const client = await admin.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const found = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (found.rowCount === 0) {
      // A database that is not marked as a template is an incomplete one of a killed worker.
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name} strategy wal_log`)
      const pool = openPool({ ...cluster, database: name }, { ...patientOptions, max: 1 })
      await migrate(pool, sets).finally(() => pool.end())
      await client.query(`alter database ${name} with is_template true`)
    }
    return name
  } finally {
    client.release(true)
  }
}

async function withAdminPool<Answer>(
  cluster: DatabaseConnection,
  work: (admin: Pool) => Promise<Answer>,
): Promise<Answer> {
  const admin = openPool(cluster, { ...patientOptions, max: 1 })
  return work(admin).finally(() => admin.end())
}
