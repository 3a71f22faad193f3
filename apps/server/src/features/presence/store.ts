import type { SqlClient } from '../../database/nodes.ts'

/** A person in a project, connected to one server. */
export interface PresenceKey {
  readonly projectId: string
  readonly sessionId: string
}

/** A person in a project, connected to any server. A guest has no names. */
export interface PresenceRow {
  readonly id: string
  readonly email: string | null
  readonly firstname: string | null
  readonly lastname: string | null
  readonly pictureVersion: string | null
  readonly nodeIds: readonly string[]
}

/** A server that was silent for longer than this is dead, and the people connected only to it are gone. */
const serverTimeout = `interval '6 seconds'`
/** Its rows are kept for a while, because the server may only have lost its connection. */
const serverRetention = `interval '1 minute'`

const toKeyColumns = (places: readonly PresenceKey[]) => [
  places.map(({ projectId }) => projectId),
  places.map(({ sessionId }) => sessionId),
]

/** Records that this server is alive. Returns true if it was unknown: then everything written for it before is gone. */
export async function recordHeartbeat(db: SqlClient, serverId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_new: boolean }>(
    `with dead as (delete from servers where seen_at < now() - ${serverRetention} and id <> $1)
     insert into servers (id, seen_at) values ($1, now())
     on conflict (id) do update set seen_at = now() returning xmax = 0 as is_new`,
    [serverId],
  )
  return rows[0]?.is_new ?? true
}

export async function deleteServer(db: SqlClient, serverId: string): Promise<void> {
  await db.query('delete from servers where id = $1', [serverId])
}

export async function insertPresence(db: SqlClient, serverId: string, places: readonly PresenceKey[]): Promise<void> {
  await db.query(
    `insert into presence (project_id, session_id, server_id, joined_at, shown_at)
     select project_id, session_id, $1, now(), now() from unnest($2::uuid[], $3::text[]) as new(project_id, session_id)
     on conflict do nothing`,
    [serverId, ...toKeyColumns(places)],
  )
}

/** The visit of a person ends when they are no longer present on any server. Guests have no visits. */
export async function deletePresence(db: SqlClient, serverId: string, places: readonly PresenceKey[]): Promise<void> {
  await db.query(
    `with left_places as (
       delete from presence using unnest($2::uuid[], $3::text[]) as gone(project_id, session_id)
       where server_id = $1 and presence.project_id = gone.project_id and presence.session_id = gone.session_id
       returning presence.project_id, presence.session_id
     )
     insert into project_visits (user_id, project_id, seq, left_at)
     select session_id, project_id, projects.seq, now() from left_places join projects on projects.id = project_id
     where exists (select from accounts where user_id = session_id) and not exists (
       select from presence as other where other.project_id = left_places.project_id
         and other.session_id = left_places.session_id and other.server_id <> $1)
     on conflict (user_id, project_id) do update set seq = excluded.seq, left_at = excluded.left_at`,
    [serverId, ...toKeyColumns(places)],
  )
}

const mergedPresenceSql = `
  select project_id, session_id, min(joined_at) as joined_at,
    (array_agg(node_ids::text order by shown_at desc))[1]::uuid[] as node_ids
  from presence join servers on servers.id = server_id and seen_at > now() - ${serverTimeout}
  where project_id = any($1::uuid[])
  group by project_id, session_id`

/** Returns the people in a project, each once, the longest present first. */
export async function readPresentPeople(db: SqlClient, projectId: string): Promise<PresenceRow[]> {
  const { rows } = await db.query<PresenceRow>(
    `select session_id as id, email, firstname, lastname, picture_version as "pictureVersion", node_ids as "nodeIds"
     from (${mergedPresenceSql}) as present left join accounts on user_id = session_id
     order by joined_at, session_id`,
    [[projectId]],
  )
  return rows
}

/** Does the same for many projects at once, without names. */
export async function readPresenceByProject(
  db: SqlClient,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Pick<PresenceRow, 'id' | 'nodeIds'>[]>> {
  const { rows } = await db.query<{ projectId: string; id: string; nodeIds: string[] }>(
    `select project_id as "projectId", session_id as id, node_ids as "nodeIds"
     from (${mergedPresenceSql}) as present order by joined_at, session_id`,
    [projectIds],
  )
  const places = new Map<string, Pick<PresenceRow, 'id' | 'nodeIds'>[]>(projectIds.map((id) => [id, []]))
  for (const { projectId, ...row } of rows) places.get(projectId)?.push(row)
  return places
}

/** Returns whether the person is present at all. */
export async function updateShownNodes(
  db: SqlClient,
  { projectId, sessionId }: PresenceKey,
  nodeIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update presence set node_ids = $3, shown_at = now() where project_id = $1 and session_id = $2',
    [projectId, sessionId, nodeIds],
  )
  return (rowCount ?? 0) > 0
}

export async function countExistingNodes(db: SqlClient, projectId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from nodes where project_id = $1 and id = any($2::uuid[])',
    [projectId, ids],
  )
  return rows[0]?.count ?? 0
}
