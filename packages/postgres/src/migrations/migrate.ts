import type { Pool, PoolClient } from 'pg'
import { DatabaseTooNewError, MigrationError } from './failures.ts'
import { type Migration, type MigrationSet, readMigrations, formatMigrationName } from './migration-files.ts'

interface AppliedRow {
  readonly number: number
  readonly name: string
  readonly sha256: string
}

const migrationLockKey = 7_023_061_104

/** Brings the database up to the given sets, in their order; any number of programs may do so at once. */
export async function migrate(pool: Pool, sets: readonly MigrationSet[]): Promise<{ applied: string[] }> {
  const wanted = await Promise.all(sets.map(readMigrations))
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    return { applied: await applyPending(client, sets, wanted) }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection that failed is closed, not reused: that also ends its lock and its transaction.
    if (broken === undefined) await client.query('select pg_advisory_unlock($1)', [migrationLockKey])
    client.release(broken)
  }
}

async function applyPending(
  client: PoolClient,
  sets: readonly MigrationSet[],
  wanted: readonly Migration[][],
): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    set_name text not null,
    number integer not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    primary key (set_name, number)
  )`)
  const pending: Migration[] = []
  for (const [index, set] of sets.entries()) {
    const rows = await client.query<AppliedRow>(
      'select number, name, sha256 from schema_migrations where set_name = $1 order by number',
      [set.name],
    )
    pending.push(...findPendingMigrations(set.name, wanted[index] ?? [], rows.rows))
  }
  for (const migration of pending) await applyMigration(client, migration)
  return pending.map(formatMigrationName)
}

/** What is left to apply; refuses a database whose history is not the beginning of ours. */
function findPendingMigrations(set: string, known: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  const unknown = applied.find(({ number }) => !known.some((migration) => migration.number === number))
  if (unknown !== undefined) {
    throw new DatabaseTooNewError(
      `The database has migration ${formatMigrationName({ set, name: unknown.name })}, which this program does not know: ` +
        'start the newer version of the program, or use another database',
    )
  }
  const newest = applied.at(-1)?.number ?? 0
  const isOld = ({ number }: Migration): boolean => number <= newest
  for (const migration of known.filter(isOld)) {
    const row = applied.find(({ number }) => number === migration.number)
    const trouble = row === undefined ? 'was left out' : describeChange(migration, row)
    if (trouble !== null) throw new MigrationError(`Migration ${formatMigrationName(migration)} ${trouble} in the database`)
  }
  return known.filter((migration) => !isOld(migration))
}

function describeChange(migration: Migration, row: AppliedRow): string | null {
  if (row.name !== migration.name) return `is called ${row.name}`
  return row.sha256 === migration.sha256 ? null : 'has other contents than those applied'
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    const begun = await readTransactionId(client)
    await client.query(migration.sql)
    if ((await readTransactionId(client)) !== begun) throw new Error('the file must not begin or end a transaction itself')
    await client.query('insert into schema_migrations (set_name, number, name, sha256) values ($1, $2, $3, $4)', [
      migration.set,
      migration.number,
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`Migration ${formatMigrationName(migration)} failed: ${reason}`, {
      cause: error,
    })
  }
}

async function readTransactionId(client: PoolClient): Promise<string | undefined> {
  const answer = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return answer.rows[0]?.id
}
