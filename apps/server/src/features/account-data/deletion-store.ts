import type { SqlClient } from '../../database/nodes.ts'
import type { Person } from '../../ports/identities.ts'

/** The new owner of each project by its id; null: the project is deleted. */
export type HandoverChoices = Readonly<Record<string, string | null>>

export interface DeletionRow {
  readonly userId: string
  readonly dueAt: Date
  readonly choices: HandoverChoices
  readonly startedAt: Date | null
  readonly email: string
  readonly firstname: string | null
}

const deletionColumns = `user_id as "userId", due_at as "dueAt", choices, started_at as "startedAt", email, firstname`

export async function readDeletion(db: SqlClient, userId: string): Promise<DeletionRow | null> {
  const { rows } = await db.query<DeletionRow>(`select ${deletionColumns} from account_deletions where user_id = $1`, [
    userId,
  ])
  return rows[0] ?? null
}

interface NewDeletion {
  readonly person: Pick<Person, 'id' | 'email' | 'firstname'>
  readonly at: Date
  readonly dueAt: Date
  readonly choices: HandoverChoices
}

/** Returns whether it is new. A repeated request replaces the choices and keeps the time. */
export async function storeDeletion(db: SqlClient, { person, at, dueAt, choices }: NewDeletion): Promise<boolean> {
  const { rows } = await db.query<{ isNew: boolean }>(
    `insert into account_deletions (user_id, requested_at, due_at, choices, email, firstname)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set choices = excluded.choices where account_deletions.started_at is null
     returning requested_at = $2 as "isNew"`,
    [person.id, at, dueAt, JSON.stringify(choices), person.email, person.firstname],
  )
  return rows[0]?.isNew ?? false
}

/** Returns false if there was none, or it has begun. */
export async function cancelDeletion(db: SqlClient, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from account_deletions where user_id = $1 and started_at is null', [
    userId,
  ])
  return rowCount === 1
}

export async function readDueDeletions(db: SqlClient, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select user_id as id from account_deletions where due_at <= $1 order by due_at, user_id limit 1000',
    [now],
  )
  return rows.map(({ id }) => id)
}

/** Marks it as begun. Null if it was canceled or is done. */
export async function beginDeletion(db: SqlClient, userId: string, now: Date): Promise<DeletionRow | null> {
  const { rows } = await db.query<DeletionRow>(
    `update account_deletions set started_at = coalesce(started_at, $2) where user_id = $1 and due_at <= $2
     returning ${deletionColumns}`,
    [userId, now],
  )
  return rows[0] ?? null
}

/** Returns false if another server has ended it. */
export async function endDeletion(db: SqlClient, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from account_deletions where user_id = $1', [userId])
  return rowCount === 1
}

export interface OwnedProject {
  readonly id: string
  readonly title: string
  /** The people who have opened it: editors first, each group in the order of opening. */
  readonly people: readonly { readonly id: string; readonly email: string; readonly pictureVersion: string | null }[]
}

/** Reads the projects of a person that others have opened, except those in the trash. */
export async function readSharedOwnProjects(db: SqlClient, ownerId: string): Promise<OwnedProject[]> {
  const { rows } = await db.query<OwnedProject>(
    `select projects.id, title, json_agg(
       json_build_object('id', accounts.user_id, 'email', accounts.email, 'pictureVersion', accounts.picture_version)
       order by role = 'editor' desc, opened_at, accounts.user_id) as people
     from projects
       join project_members on project_members.project_id = projects.id and opened_at is not null
       join accounts on accounts.user_id = project_members.user_id
     where owner = $1 and status <> 'deleted' and project_members.user_id <> $1
     group by projects.id order by title, projects.id`,
    [ownerId],
  )
  return rows
}

/**
 * Reads who may become the owner of a project, the best first: the chosen one, then the editor who opened it first. A
 * person who is leaving as well comes last.
 */
export async function readHeirs(db: SqlClient, projectId: string, chosenId: string | null): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select project_members.user_id as id from project_members
       join accounts on accounts.user_id = project_members.user_id
       left join account_deletions on account_deletions.user_id = project_members.user_id
     where project_id = $1 and (project_members.user_id = $2 or role = 'editor' and opened_at is not null)
     order by account_deletions.user_id is null desc, project_members.user_id = $2 desc, opened_at, id`,
    [projectId, chosenId ?? ''],
  )
  return rows.map(({ id }) => id)
}
