import type { Tag } from '@espalier/domain'
import type { SqlClient } from '../../../database/nodes.ts'

/** The ids of people by their email addresses in lower case. */
export type ProjectPeople = ReadonlyMap<string, string>

/** The owner and the members of a project. An address that several people have stands for nobody. */
export async function readProjectPeople(db: SqlClient, projectId: string): Promise<ProjectPeople> {
  const { rows } = await db.query<{ email: string; id: string }>(
    `select lower(email) as email, min(user_id) as id from accounts
     where user_id = (select owner from projects where id = $1)
       or user_id in (select user_id from project_members where project_id = $1)
     group by lower(email) having count(*) = 1`,
    [projectId],
  )
  return new Map(rows.map(({ email, id }) => [email, id]))
}

export async function readProjectTags(db: SqlClient, projectId: string): Promise<readonly Tag[]> {
  const { rows } = await db.query<{ tags: readonly Tag[] }>('select tags from projects where id = $1', [projectId])
  return rows[0]?.tags ?? []
}
