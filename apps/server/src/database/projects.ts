import type { Permission, ProjectStatus, StatusCounts } from '@espalier/domain'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { ProjectsTable, ServerTables } from './database.ts'
import type { SqlClient } from './nodes.ts'

export type ProjectRow = Selectable<ProjectsTable>
export type ProjectValues = Updateable<ProjectsTable>
/** User id to permission. */
export type ProjectMembers = Readonly<Record<string, Permission>>

type Db = Kysely<ServerTables>
/** A project without its two long texts, which may be megabytes. */
export type ProjectHead = Omit<ProjectRow, 'body' | 'json'>
export type ProjectTextColumns = Pick<ProjectRow, 'body' | 'json'>
export type FindProjectRow<Row extends ProjectHead = ProjectRow> = (
  db: SqlClient,
  id: string,
) => Promise<Row | undefined>

// A record, so that the compiler misses a column that is new in the table.
const isHeadColumn = {
  id: true,
  owner: true,
  title: true,
  status: true,
  layout: true,
  general_access: true,
  editors_may_share: true,
  jira_sync: true,
  seq: true,
  log_from: true,
  todo_count: true,
  progress_count: true,
  done_count: true,
  text_bytes: true,
  content_bytes: true,
  history_bytes: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
} as const satisfies Record<keyof ProjectHead, true>
const headColumns = Object.keys(isHeadColumn) as (keyof ProjectHead)[]

const readProjectSql = 'select * from projects where id = $1'
const readProjectHeadSql = `select ${headColumns.join(', ')} from projects where id = $1`

export const readProjectRow: FindProjectRow = async (db, id) =>
  (await db.query<ProjectRow>({ name: 'read project', text: readProjectSql, values: [id] })).rows[0]

export const readProjectHead: FindProjectRow<ProjectHead> = async (db, id) =>
  (await db.query<ProjectHead>({ name: 'read project head', text: readProjectHeadSql, values: [id] })).rows[0]

/** Only the columns that are asked for are read. */
export async function readProjectTexts(
  db: SqlClient,
  ids: readonly string[],
  columns: readonly (keyof ProjectTextColumns)[],
): Promise<ReadonlyMap<string, Partial<ProjectTextColumns>>> {
  const { rows } = await db.query<Partial<ProjectTextColumns> & { readonly id: string }>(
    `select ${['id', ...columns].join(', ')} from projects where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

/** Whoever writes to a project or to its nodes holds this until the end of the transaction. */
export const lockProjectRow: FindProjectRow = async (db, id) =>
  (await db.query<ProjectRow>({ name: 'lock project', text: `${readProjectSql} for update`, values: [id] })).rows[0]

interface ProjectMembership {
  readonly role: Permission
  readonly hasOpened: boolean
}

/** Asked after the lock: joined to it, a right taken away while waiting would still count. */
export async function readProjectMembership(
  db: SqlClient,
  projectId: string,
  userId: string,
): Promise<ProjectMembership | null> {
  const { rows } = await db.query<ProjectMembership>({
    name: 'membership',
    text: `select role, opened_at is not null as "hasOpened" from project_members
      where project_id = $1 and user_id = $2`,
    values: [projectId, userId],
  })
  return rows[0] ?? null
}

/** Stores when a member first opened the project. A row that is locked is skipped: reading never waits for a writer. */
export async function markProjectOpened(db: SqlClient, projectId: string, userId: string): Promise<void> {
  await db.query(
    `update project_members set opened_at = now() where (project_id, user_id) in (
       select project_id, user_id from project_members
       where project_id = $1 and user_id = $2 and opened_at is null for update skip locked)`,
    [projectId, userId],
  )
}

export async function readProjectMembers(
  db: Db,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectMembers>> {
  const rows = await db
    .selectFrom('project_members')
    .selectAll()
    .where('project_id', '=', (one) => one.fn.any(one.val([...projectIds])))
    .execute()
  const found = new Map<string, [string, Permission][]>(projectIds.map((id) => [id, []]))
  for (const { project_id: id, user_id: userId, role } of rows) found.get(id)?.push([userId, role])
  return new Map([...found].map(([id, entries]) => [id, Object.fromEntries(entries)]))
}

export interface ListedProjectRow extends ProjectHead {
  /** What the person may do there by name; null for the owner. */
  readonly own_role: Permission | null
}

/** Those the person owns or that are shared by name, the last changed first. Long texts are left out. */
export const readUserProjects = (
  db: Db,
  userId: string,
  statuses: readonly ProjectStatus[],
  most: number,
): Promise<ListedProjectRow[]> =>
  db
    .selectFrom('projects')
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.project_id', '=', 'projects.id').on('project_members.user_id', '=', userId),
    )
    .select(headColumns.map((column) => `projects.${column}` as const))
    .select('project_members.role as own_role')
    .where('status', 'in', statuses)
    .where((where) => where.or([where('owner', '=', userId), where('project_members.user_id', 'is not', null)]))
    .limit(most)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

export const insertProjectRow = (db: Db, row: Insertable<ProjectsTable>): Promise<ProjectRow> =>
  db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()

export async function updateProjectColumns(db: Db, id: string, values: ProjectValues): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('projects').set(values).where('id', '=', id).execute()
}

interface ProjectProgress {
  readonly seq: number
  readonly at: Date
  /** How many living nodes are in each status. */
  readonly counts: StatusCounts
  /** By how many bytes the nodes and the change log have grown. */
  readonly contentBytes: number
  readonly historyBytes: number
}

/** What moves with every change. */
export async function advanceProject(db: SqlClient, id: string, progress: ProjectProgress): Promise<ProjectRow> {
  const { seq, at, counts, contentBytes, historyBytes } = progress
  const { rows } = await db.query<ProjectRow>({
    name: 'advance project',
    text: `update projects set seq = $2, updated_at = $3, todo_count = $4, progress_count = $5, done_count = $6,
      content_bytes = content_bytes + $7, history_bytes = history_bytes + $8 where id = $1 returning *`,
    values: [id, seq, at, counts.todo, counts.progress, counts.done, contentBytes, historyBytes],
  })
  if (rows[0] === undefined) throw new Error('a locked project is gone')
  return rows[0]
}

/** Makes the stored map this one. */
export async function replaceProjectMembers(
  db: Db,
  projectId: string,
  before: ProjectMembers,
  after: ProjectMembers,
): Promise<void> {
  const removed = Object.keys(before).filter((id) => !Object.hasOwn(after, id))
  if (removed.length > 0) {
    await db.deleteFrom('project_members').where('project_id', '=', projectId).where('user_id', 'in', removed).execute()
  }
  const rows = Object.entries(after).map(([userId, role]) => ({ project_id: projectId, user_id: userId, role }))
  if (rows.length === 0) return
  await db
    .insertInto('project_members')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet((row) => ({ role: row.ref('excluded.role') })),
    )
    .execute()
}

interface AccountUsage {
  readonly projects: number
  /** Of all projects of the owner, those in the trash and the change logs included. */
  readonly bytes: number
}

/** Each project carries its sizes: no node is read for this. */
export async function readAccountUsage(db: SqlClient, owner: string): Promise<AccountUsage> {
  const { rows } = await db.query<AccountUsage>({
    name: 'account usage',
    text: `select count(*)::integer as projects, coalesce(sum(text_bytes + content_bytes + history_bytes), 0) as bytes
      from projects where owner = $1`,
    values: [owner],
  })
  return rows[0] ?? { projects: 0, bytes: 0 }
}

interface SizedProject {
  readonly id: string
  readonly title: string
  readonly size: number
}

/** The projects of an owner that have the most nodes and the most text; undefined where there is none. */
export async function readLargestProjects(db: SqlClient, owner: string) {
  const fullest = async (size: string): Promise<SizedProject | undefined> => {
    const text = `select id, title, (${size})::float8 as size from projects where owner = $1 order by size desc limit 1`
    return (await db.query<SizedProject>(text, [owner])).rows[0]
  }
  return {
    byNodes: await fullest('todo_count + progress_count + done_count'),
    byBytes: await fullest('text_bytes + content_bytes'),
  }
}
