import type { Permission, ProjectStatus, StatusCounts } from '@espalier/domain'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'

import type { Queries } from './read-nodes.ts'
import type { ProjectsTable, Tables } from './tables.ts'

export type ProjectRow = Selectable<ProjectsTable>
export type ProjectValues = Updateable<ProjectsTable>
/** User id to permission. */
export type Members = Readonly<Record<string, Permission>>

type Db = Kysely<Tables>
export type FindRow = (db: Queries, id: string) => Promise<ProjectRow | undefined>

const readText = 'select * from projects where id = $1'

export const readProject: FindRow = async (db, id) =>
  (await db.query<ProjectRow>({ name: 'read project', text: readText, values: [id] })).rows[0]

/** Whoever writes to a project or to its nodes holds this until the end of the transaction. */
export const lockProject: FindRow = async (db, id) =>
  (await db.query<ProjectRow>({ name: 'lock project', text: `${readText} for update`, values: [id] })).rows[0]

export interface Membership {
  readonly role: Permission
  readonly hasOpened: boolean
}

/** Asked after the lock: joined to it, a right taken away while waiting would still count. */
export async function readMembership(db: Queries, projectId: string, userId: string): Promise<Membership | null> {
  const { rows } = await db.query<Membership>({
    name: 'membership',
    text: `select role, opened_at is not null as "hasOpened" from project_members
      where project_id = $1 and user_id = $2`,
    values: [projectId, userId],
  })
  return rows[0] ?? null
}

/** Stores when a member first opened the project. A row that is locked is skipped: reading never waits for a writer. */
export async function markOpened(db: Queries, projectId: string, userId: string): Promise<void> {
  await db.query(
    `update project_members set opened_at = now() where (project_id, user_id) in (
       select project_id, user_id from project_members
       where project_id = $1 and user_id = $2 and opened_at is null for update skip locked)`,
    [projectId, userId],
  )
}

export async function membersOf(db: Db, projectIds: readonly string[]): Promise<ReadonlyMap<string, Members>> {
  const rows = await db
    .selectFrom('project_members')
    .selectAll()
    .where('project_id', '=', (one) => one.fn.any(one.val([...projectIds])))
    .execute()
  const found = new Map<string, [string, Permission][]>(projectIds.map((id) => [id, []]))
  for (const { project_id: id, user_id: userId, role } of rows) found.get(id)?.push([userId, role])
  return new Map([...found].map(([id, entries]) => [id, Object.fromEntries(entries)]))
}

/** Those the person owns or that are shared by name, the last changed first. */
export const projectsOfUser = (db: Db, userId: string, statuses: readonly ProjectStatus[]): Promise<ProjectRow[]> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('status', 'in', statuses)
    .where((where) =>
      where.or([
        where('owner', '=', userId),
        where('id', 'in', where.selectFrom('project_members').select('project_id').where('user_id', '=', userId)),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

export const insertProject = (db: Db, row: Insertable<ProjectsTable>): Promise<ProjectRow> =>
  db.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()

export async function setColumns(db: Db, id: string, values: ProjectValues): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('projects').set(values).where('id', '=', id).execute()
}

export interface Progress {
  readonly seq: number
  readonly at: Date
  /** How many living nodes are in each status. */
  readonly counts: StatusCounts
}

/** What moves with every change. */
export async function advanceProject(db: Queries, id: string, { seq, at, counts }: Progress): Promise<ProjectRow> {
  const { rows } = await db.query<ProjectRow>({
    name: 'advance project',
    text: `update projects set seq = $2, updated_at = $3, todo_count = $4, progress_count = $5, done_count = $6
      where id = $1 returning *`,
    values: [id, seq, at, counts.todo, counts.progress, counts.done],
  })
  if (rows[0] === undefined) throw new Error('a locked project is gone')
  return rows[0]
}

/** Makes the stored map this one. */
export async function replaceMembers(db: Db, projectId: string, before: Members, after: Members): Promise<void> {
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
