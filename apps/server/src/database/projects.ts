import type {
  EstimateUnit,
  FieldDefinition,
  GeneralAccess,
  Layout,
  Permission,
  ProjectStatus,
  SavedView,
  Stage,
  StatusCounts,
  Tag,
  TrackerEstimate,
  TrackerFieldName,
  TrackerLinks,
} from '@espalier/domain'
import { toSqlColumns } from '@espalier/postgres'
import type { SqlClient } from './nodes.ts'

export interface ProjectRow {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly body: string
  readonly status: ProjectStatus
  readonly layout: Layout
  readonly general_access: GeneralAccess
  readonly json: unknown
  readonly jira_sync: boolean
  /** The further fields that are synced; null: nobody has chosen, so all of them. */
  readonly jira_fields: readonly TrackerFieldName[] | null
  readonly jira_estimate: TrackerEstimate
  readonly jira_links: TrackerLinks
  readonly editors_may_share: boolean
  readonly viewers_may_comment: boolean
  readonly estimate_unit: EstimateUnit
  readonly tags: readonly Tag[]
  readonly stages: readonly Stage[]
  readonly field_definitions: readonly FieldDefinition[]
  /** The views of all people. */
  readonly views: readonly SavedView[]
  readonly seq: number
  /** Changes up to this one have been trimmed from the log. */
  readonly log_from: number
  readonly todo_count: number
  readonly progress_count: number
  readonly done_count: number
  /** Bytes of title, body, json and the lists. A database trigger maintains it. */
  readonly text_bytes: number
  /** Bytes of all nodes, including deleted ones. */
  readonly content_bytes: number
  /** Bytes of the change log. */
  readonly history_bytes: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
}

/** The columns that hold JSON. */
export type ProjectJsonColumn = 'json' | ProjectListColumn
type ProjectListColumn = 'tags' | 'stages' | 'field_definitions' | 'views'

/** The columns that can be written; JSON is given as text. */
export type ProjectValues = Partial<
  Omit<ProjectRow, ProjectJsonColumn> & { readonly [Column in ProjectJsonColumn]: string | null }
>

/** The columns that have no default in the database, and any of the others. */
type NewProjectRow = ProjectValues &
  Required<
    Pick<
      ProjectValues,
      | 'id'
      | 'owner'
      | 'title'
      | 'body'
      | 'status'
      | 'layout'
      | 'general_access'
      | 'json'
      | 'jira_sync'
      | 'seq'
      | 'created_at'
      | 'updated_at'
      | 'deleted_at'
    >
  >
/** Maps user ids to permissions. */
export type ProjectMembers = Readonly<Record<string, Permission>>

/** A project without its long texts and lists, which may be megabytes long. */
export type ProjectHead = Omit<ProjectRow, keyof ProjectTextColumns>
export type ProjectTextColumns = Pick<ProjectRow, 'body' | ProjectJsonColumn>
export type FindProjectRow<Row extends ProjectHead = ProjectRow> = (
  db: SqlClient,
  id: string,
) => Promise<Row | undefined>

// A record, so that the compiler reports a new column of the table that is missing here.
const isHeadColumn = {
  id: true,
  owner: true,
  title: true,
  status: true,
  layout: true,
  general_access: true,
  editors_may_share: true,
  viewers_may_comment: true,
  estimate_unit: true,
  jira_sync: true,
  jira_fields: true,
  jira_estimate: true,
  jira_links: true,
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

export async function readProjectIds(db: SqlClient): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from projects order by id')
  return rows.map(({ id }) => id)
}

/** Reads only the requested columns. */
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

/** Every write to a project or its nodes holds this lock until the end of the transaction. */
export const lockProjectRow: FindProjectRow = async (db, id) =>
  (await db.query<ProjectRow>({ name: 'lock project', text: `${readProjectSql} for update`, values: [id] })).rows[0]

interface ProjectMembership {
  readonly role: Permission
  readonly hasOpened: boolean
}

/** Runs after the lock: in one statement with it, a right that was revoked during the wait would still count. */
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

/** Stores when a member first opened the project. A locked row is skipped: reading never waits for a writer. */
export async function markProjectOpened(db: SqlClient, projectId: string, userId: string): Promise<void> {
  await db.query(
    `update project_members set opened_at = now() where (project_id, user_id) in (
       select project_id, user_id from project_members
       where project_id = $1 and user_id = $2 and opened_at is null for update skip locked)`,
    [projectId, userId],
  )
}

interface MemberRow {
  readonly project_id: string
  readonly user_id: string
  readonly role: Permission
}

export async function readProjectMembers(
  db: SqlClient,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectMembers>> {
  const { rows } = await db.query<MemberRow>({
    name: 'members',
    text: 'select project_id, user_id, role from project_members where project_id = any($1::uuid[])',
    values: [projectIds],
  })
  const found = new Map<string, [string, Permission][]>(projectIds.map((id) => [id, []]))
  for (const { project_id: id, user_id: userId, role } of rows) found.get(id)?.push([userId, role])
  return new Map([...found].map(([id, entries]) => [id, Object.fromEntries(entries)]))
}

export interface ListedProjectRow extends ProjectHead {
  /** The permission that the person has by name; null for the owner. */
  readonly own_role: Permission | null
}

/**
 * Reads the projects that the person owns or that are shared with them by name, last changed first, without long texts.
 */
export async function readUserProjects(
  db: SqlClient,
  userId: string,
  statuses: readonly ProjectStatus[],
  most: number,
): Promise<ListedProjectRow[]> {
  const { rows } = await db.query<ListedProjectRow>({
    name: 'projects of user',
    text: `select ${headColumns.map((column) => `projects.${column}`).join(', ')}, project_members.role as own_role
      from projects left join project_members
        on project_members.project_id = projects.id and project_members.user_id = $1
      where status = any($2::text[]) and (owner = $1 or project_members.user_id is not null)
      order by updated_at desc, id limit $3`,
    values: [userId, statuses, most],
  })
  return rows
}

/** Reads those of these projects that the person owns or is a member of, except those in the trash. */
export async function readUserProjectsById(
  db: SqlClient,
  userId: string,
  ids: readonly string[],
): Promise<ListedProjectRow[]> {
  const { rows } = await db.query<ListedProjectRow>(
    `select ${headColumns.map((column) => `projects.${column}`).join(', ')}, project_members.role as own_role
     from projects left join project_members
       on project_members.project_id = projects.id and project_members.user_id = $1
     where projects.id = any($2::uuid[]) and status <> 'deleted'
       and (owner = $1 or project_members.user_id is not null)`,
    [userId, ids],
  )
  return rows
}

export async function insertProjectRow(db: SqlClient, row: NewProjectRow): Promise<ProjectRow> {
  const { names, places, values } = toSqlColumns(row)
  const { rows } = await db.query<ProjectRow>(`insert into projects (${names}) values (${places}) returning *`, values)
  if (rows[0] === undefined) throw new Error('a new project was not stored')
  return rows[0]
}

export async function updateProjectColumns(db: SqlClient, id: string, columns: ProjectValues): Promise<void> {
  const { assignments, values } = toSqlColumns(columns, 2)
  if (values.length > 0) await db.query(`update projects set ${assignments} where id = $1`, [id, ...values])
}

interface ProjectProgress {
  readonly seq: number
  readonly at: Date
  /** The number of nodes in each status, without deleted ones. */
  readonly counts: StatusCounts
  /** The growth of the nodes and of the change log in bytes. */
  readonly contentBytes: number
  readonly historyBytes: number
}

/** Updates the columns that change with every write. */
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

/** Replaces the stored members with this map. */
export async function replaceProjectMembers(
  db: SqlClient,
  projectId: string,
  before: ProjectMembers,
  after: ProjectMembers,
): Promise<void> {
  const removed = Object.keys(before).filter((id) => !Object.hasOwn(after, id))
  if (removed.length > 0) {
    await db.query('delete from project_members where project_id = $1 and user_id = any($2::text[])', [
      projectId,
      removed,
    ])
  }
  const userIds = Object.keys(after)
  if (userIds.length === 0) return
  await db.query(
    `insert into project_members (project_id, user_id, role)
     select $1, user_id, role from unnest($2::text[], $3::text[]) as new(user_id, role)
     on conflict (project_id, user_id) do update set role = excluded.role`,
    [projectId, userIds, Object.values(after)],
  )
}

interface AccountUsage {
  readonly projects: number
  /** The size of all projects of the owner, including those in the trash and the change logs. */
  readonly bytes: number
}

/** Each project stores its sizes, so no node is read for this. */
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

/** Returns the projects of an owner with the most nodes and with the most text; undefined if there are none. */
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
