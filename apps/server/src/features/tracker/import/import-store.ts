import type { SqlClient } from '../../../database/nodes.ts'
import type { ProjectRow } from '../../../database/projects.ts'

/** An epic of an account, which an import makes a project of. */
export interface EpicReference {
  readonly accountId: string
  readonly site: string
  readonly epicId: string
}

/** Until the end of the transaction: two imports of one epic at once would both find no project and make two. */
export async function lockEpic(db: SqlClient, { accountId, site, epicId }: EpicReference): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${accountId} ${site} ${epicId}`])
}

/** The latest project of this epic. One in the trash is left there: the import then makes a new one. */
export async function findImportedProject(
  db: SqlClient,
  { accountId, site, epicId }: EpicReference,
  ownerId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select projects.id from tracker_projects join projects on projects.id = tracker_projects.project_id
     where tracker_projects.account_id = $1 and site = $2 and epic_id = $3 and projects.owner = $4
       and projects.status <> 'deleted'
     order by projects.created_at desc limit 1`,
    [accountId, site, epicId, ownerId],
  )
  return rows[0]?.id ?? null
}

export async function saveImportedProject(
  db: SqlClient,
  projectId: string,
  { accountId, site, epicId, epicKey }: EpicReference & { readonly epicKey: string },
  at: Date,
): Promise<void> {
  await db.query(
    `insert into tracker_projects (project_id, account_id, site, epic_id, epic_key, imported_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (project_id) do update set epic_key = excluded.epic_key, imported_at = excluded.imported_at`,
    [projectId, accountId, site, epicId, epicKey, at],
  )
}

/** The settings of a project for the fields of its issues. */
export type FieldSettings = Pick<ProjectRow, 'id' | 'jira_fields' | 'jira_estimate' | 'jira_links' | 'estimate_unit'>

/** The settings of the latest project of the epic with this key; a new project has the defaults. */
export async function readFieldSettings(
  db: SqlClient,
  { accountId, site, epicKey }: Omit<EpicReference, 'epicId'> & { readonly epicKey: string },
): Promise<FieldSettings | null> {
  const { rows } = await db.query<FieldSettings>(
    `select projects.id, jira_fields, jira_estimate, jira_links, estimate_unit
     from tracker_projects join projects on projects.id = tracker_projects.project_id
     where tracker_projects.account_id = $1 and site = $2 and epic_key = $3 and projects.status <> 'deleted'
     order by projects.created_at desc limit 1`,
    [accountId, site, epicKey],
  )
  return rows[0] ?? null
}
