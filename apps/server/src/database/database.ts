import type { GeneralAccess, Layout, Permission, ProjectStatus } from '@espalier/domain'
import type { MigrationSet } from '@espalier/postgres'
import { type ColumnType, type Generated, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { TrackerSnapshot } from '../ports/tracker.ts'

export interface AccountsTable {
  id: string
  user_id: string
  email: string
  firstname: string | null
  lastname: string | null
  picture: string | null
  /** Null: the person has chosen none. */
  picture_version: Generated<string | null>
  /** The billing side's word, also one that is not known here. */
  subscription_status: string | null
  trial_end: Date | null
  /** Null: our own trial clock, or none. */
  subscription_id: string | null
  created_at: Generated<Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface ProjectsTable {
  id: string
  owner: string
  title: string
  body: string
  status: ProjectStatus
  layout: Layout
  general_access: GeneralAccess
  /** Written as JSON text, read as the value. */
  json: ColumnType<unknown, string | null, string | null>
  jira_sync: boolean
  editors_may_share: Generated<boolean>
  seq: number
  /** Changes up to this one have been trimmed from the log. */
  log_from: Generated<number>
  todo_count: Generated<number>
  progress_count: Generated<number>
  done_count: Generated<number>
  /** Bytes of title, body and json. The database keeps it. */
  text_bytes: Generated<number>
  /** Bytes of all nodes, deleted ones included. */
  content_bytes: Generated<number>
  /** Bytes of the change log. */
  history_bytes: Generated<number>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

interface ProjectMembersTable {
  project_id: string
  user_id: string
  role: Permission
  /** Null: the member has not opened the project yet. */
  opened_at: Generated<Date | null>
}

export interface TrackerSettingsTable {
  account_id: string
  domain: string
  api_user: string
  /** Sealed, as is the webhook's secret. */
  api_key: string
  webhook_secret: string | null
  project_key: string | null
  issue_type_id: string | null
  epic_type_id: string | null
  link_type_id: string | null
  epic_link_field_id: string | null
  refused_at: Date | null
  webhook_refused_at: Date | null
  updated_at: Date
}

interface TrackerProjectsTable {
  project_id: string
  account_id: string
  site: string
  epic_id: string
  epic_key: string
  imported_at: Date
}

interface TrackerImportsTable {
  account_id: string
  external_key: string
  is_running: boolean
  done: number
  total: number | null
  created: number
  changed: number
  gone: number
  at: Date
}

interface TrackerIssuesTable {
  node_id: string
  project_id: string
  site: string
  issue_id: string
  issue_key: string
  snapshot: ColumnType<TrackerSnapshot | null, string | null, string | null>
}

/** Nodes, the change log and operations are read and written in bulk by SQL of their own, beside this file. */
export interface ServerTables {
  accounts: AccountsTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  tracker_settings: TrackerSettingsTable
  tracker_projects: TrackerProjectsTable
  tracker_issues: TrackerIssuesTable
  tracker_imports: TrackerImportsTable
}

export const serverMigrations: MigrationSet = { name: 'server', folder: new URL('../../migrations/', import.meta.url) }

export interface Transaction {
  readonly db: Kysely<ServerTables>
  /** The connection itself, for what must commit together with the rest, such as a job. */
  readonly client: PoolClient
}

interface TransactionOptions {
  /** How long it may wait for a lock. Unset: as long as every session of the pool. */
  readonly lockMs?: number
}

export interface Database {
  /** For single statements, which are mostly reads. */
  readonly pool: Pool
  readonly db: Kysely<ServerTables>
  /** Commits when the work ends, rolls back when it throws. */
  transaction<Answer>(work: (tx: Transaction) => Promise<Answer>, options?: TransactionOptions): Promise<Answer>
}

/** The pools stay their owner's: whoever opened them ends them. Transactions may have connections of their own. */
export function openDatabase(pool: Pool, transactionPool: Pool = pool): Database {
  return {
    pool,
    db: new Kysely<ServerTables>({ dialect: new PostgresDialect({ pool }) }),
    transaction: (work, options) => runInTransaction(transactionPool, work, options),
  }
}

async function runInTransaction<Answer>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Answer>,
  { lockMs }: TransactionOptions = {},
): Promise<Answer> {
  const client = await pool.connect()
  let broken = false
  // Unheard, a connection that is lost between two queries would end the process.
  const hear = () => (broken = true)
  client.on('error', hear)
  try {
    await client.query(lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${Math.round(lockMs)}`)
    const answer = await work({ client, db: createClientKysely(client) })
    await client.query('commit')
    return answer
  } catch (error) {
    // A connection that cannot roll back would carry the open transaction to its next user.
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.off('error', hear)
    client.release(broken)
  }
}

function createClientKysely(client: PoolClient): Kysely<ServerTables> {
  const query = client.query.bind(client) as PostgresPoolClient['query']
  const one: PostgresPoolClient = { query, release: () => {} }
  const pool = { connect: () => Promise.resolve(one), end: () => Promise.resolve() }
  return new Kysely<ServerTables>({ dialect: new PostgresDialect({ pool }) })
}
