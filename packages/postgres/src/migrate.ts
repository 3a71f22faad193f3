import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'

/** A migration did not run, or the history does not match. The message is one line that names the file. */
export class MigrationError extends Error {
  override readonly name: string = 'MigrationError'
}

/** The database was migrated by a newer program than this one. */
export class DatabaseTooNewError extends MigrationError {
  override readonly name = 'DatabaseTooNewError'
}

/** A named folder of numbered files: 0001-what.sql, 0002-what.sql. A number may be left out, but never used twice. */
export interface MigrationSet {
  readonly name: string
  readonly folder: URL
}

interface Migration {
  readonly set: string
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const fileNamePattern = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/

const formatMigrationName = (migration: { set: string; name: string }): string => `${migration.set}/${migration.name}`

export async function readMigrations(set: MigrationSet): Promise<Migration[]> {
  const folder = new URL(set.folder.href.endsWith('/') ? set.folder.href : `${set.folder.href}/`)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(set.name, folder, file)))
  migrations.forEach(({ number }, index) => {
    if (number > (migrations[index - 1]?.number ?? 0)) return
    throw new MigrationError(`Migrations of "${set.name}": ${files[index]} has a number that is taken`)
  })
  return migrations
}

async function readMigration(set: string, folder: URL, file: string): Promise<Migration> {
  const number = fileNamePattern.exec(file)?.[1]
  if (number === undefined) {
    throw new MigrationError(`Migrations of "${set}": ${file} is not named like 0001-what-it-does.sql`)
  }
  // A checkout with Windows line endings would otherwise look like changed history.
  const sql = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
  return {
    set,
    number: Number(number),
    name: file.slice(0, -'.sql'.length),
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
  }
}

interface AppliedRow {
  readonly number: number
  readonly name: string
  readonly sha256: string
}

const migrationLockKey = 7_023_061_104

/** Migrates the database to the given sets in order; any number of programs may do so at once. */
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
    // A failed connection is closed, not reused: that also ends its lock and its transaction.
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

/** Returns the remaining migrations; refuses a database whose history is not the beginning of ours. */
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
    if (trouble !== null)
      throw new MigrationError(`Migration ${formatMigrationName(migration)} ${trouble} in the database`)
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
    const transactionId = await readTransactionId(client)
    await client.query(migration.sql)
    if ((await readTransactionId(client)) !== transactionId)
      throw new Error('the file must not begin or end a transaction')
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
