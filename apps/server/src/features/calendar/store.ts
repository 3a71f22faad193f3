import type { SqlClient } from '../../database/nodes.ts'
import { visibleProjectSql } from '../my-work/index.ts'

export interface FeedRow {
  readonly id: string
  readonly userId: string
  /** Null: everything assigned to the person. */
  readonly projectId: string | null
  readonly sealedSecret: string
  readonly createdAt: Date
}

const feedColumns = `id, user_id as "userId", project_id as "projectId", sealed_secret as "sealedSecret",
  created_at as "createdAt"`

export async function readFeeds(db: SqlClient, userId: string): Promise<FeedRow[]> {
  const { rows } = await db.query<FeedRow>(
    `select ${feedColumns} from calendar_feeds where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

/** Returns false if the person has as many as they may have. Two requests at once count after each other. */
export async function insertFeed(
  db: SqlClient,
  { id, userId, projectId, sealedSecret, createdAt }: FeedRow,
  secretHash: Buffer,
  most: number,
): Promise<boolean> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`calendar feeds of ${userId}`])
  const { rowCount } = await db.query(
    `insert into calendar_feeds (id, user_id, project_id, sealed_secret, created_at, secret_hash)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from calendar_feeds where user_id = $2) < $7`,
    [id, userId, projectId, sealedSecret, createdAt, secretHash, most],
  )
  return rowCount === 1
}

export async function deleteFeed(db: SqlClient, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from calendar_feeds where id = $1 and user_id = $2', [id, userId])
  return rowCount === 1
}

export async function findFeedBySecret(db: SqlClient, secretHash: Buffer): Promise<FeedRow | null> {
  const { rows } = await db.query<FeedRow>(`select ${feedColumns} from calendar_feeds where secret_hash = $1`, [
    secretHash,
  ])
  return rows[0] ?? null
}

/** A node with a date, as a calendar shows it. */
export interface DatedNode {
  readonly id: string
  readonly projectId: string
  readonly projectTitle: string
  /** When the project last changed. */
  readonly changedAt: Date
  readonly title: string
  readonly body: string
  readonly startDate: string | null
  readonly dueDate: string | null
  readonly priority: string
  readonly version: number
  /** The nodes that must be done before it, except deleted ones. */
  readonly blockedByIds: readonly string[]
}

/** A calendar shows the beginning of a text; a whole one could be a megabyte. */
const textCharacters = 4_000
const mostEvents = 5_000
const mostBlockers = 100

const datedColumns = `nodes.id, nodes.project_id as "projectId", projects.title as "projectTitle",
  projects.updated_at as "changedAt", left(nodes.title, ${textCharacters}) as title,
  left(nodes.body, ${textCharacters}) as body, nodes.start_date::text as "startDate", nodes.due_date::text as "dueDate", nodes.priority,
  nodes.version, array(
    select blocker.id from nodes as blocker where blocker.id = any(nodes.blocked_by_ids) and not blocker.is_deleted
    order by blocker.id limit ${mostBlockers}) as "blockedByIds"`
const isOpenSql = `nodes.status <> 'done' and not nodes.is_deleted and (nodes.due_date is not null or nodes.start_date is not null)`
/** The latest dates are the ones that matter if there are too many. */
const orderSql = `order by coalesce(nodes.due_date, nodes.start_date) desc, nodes.id limit ${mostEvents}`

/** Reads what the person is assigned to, in the projects that they can still see. */
export async function readAssignedDates(db: SqlClient, userId: string): Promise<DatedNode[]> {
  const { rows } = await db.query<DatedNode>(
    `select ${datedColumns} from open_assignments
       join nodes on nodes.id = open_assignments.node_id
       join projects on projects.id = nodes.project_id
     where open_assignments.user_id = $1 and ${isOpenSql} and ${visibleProjectSql} ${orderSql}`,
    [userId],
  )
  return rows
}

export async function readProjectDates(db: SqlClient, projectId: string): Promise<DatedNode[]> {
  const { rows } = await db.query<DatedNode>(
    `select ${datedColumns} from nodes join projects on projects.id = nodes.project_id
     where nodes.project_id = $1 and ${isOpenSql} ${orderSql}`,
    [projectId],
  )
  return rows
}
