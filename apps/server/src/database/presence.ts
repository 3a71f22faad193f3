import type { Queries } from './read-nodes.ts'

/** Someone in a project, on one server. */
export interface Place {
  readonly projectId: string
  readonly sessionId: string
}

/** Someone in a project, on whatever servers. A guest has no names. */
export interface PresentRow {
  readonly id: string
  readonly email: string | null
  readonly firstname: string | null
  readonly lastname: string | null
  readonly pictureVersion: string | null
  readonly nodeIds: readonly string[]
}

/** A server that was silent for longer than this is dead, and so is everyone who was there only through it. */
const silence = `interval '6 seconds'`
/** Its rows stay a while: it may only have been cut off. */
const keep = `interval '1 minute'`

const split = (places: readonly Place[]) => [
  places.map(({ projectId }) => projectId),
  places.map(({ sessionId }) => sessionId),
]

/** Tells that this server is alive. True where it was not known: whatever was written for it before is gone. */
export async function beat(db: Queries, serverId: string): Promise<boolean> {
  const { rows } = await db.query<{ is_new: boolean }>(
    `with dead as (delete from servers where seen_at < now() - ${keep} and id <> $1)
     insert into servers (id, seen_at) values ($1, now())
     on conflict (id) do update set seen_at = now() returning xmax = 0 as is_new`,
    [serverId],
  )
  return rows[0]?.is_new ?? true
}

export async function forgetServer(db: Queries, serverId: string): Promise<void> {
  await db.query('delete from servers where id = $1', [serverId])
}

export async function addPlaces(db: Queries, serverId: string, places: readonly Place[]): Promise<void> {
  await db.query(
    `insert into presence (project_id, session_id, server_id, joined_at, shown_at)
     select project_id, session_id, $1, now(), now() from unnest($2::uuid[], $3::text[]) as new(project_id, session_id)
     on conflict do nothing`,
    [serverId, ...split(places)],
  )
}

export async function removePlaces(db: Queries, serverId: string, places: readonly Place[]): Promise<void> {
  await db.query(
    `delete from presence using unnest($2::uuid[], $3::text[]) as gone(project_id, session_id)
     where server_id = $1 and presence.project_id = gone.project_id and presence.session_id = gone.session_id`,
    [serverId, ...split(places)],
  )
}

const merged = `
  select project_id, session_id, min(joined_at) as joined_at,
    (array_agg(node_ids::text order by shown_at desc))[1]::uuid[] as node_ids
  from presence join servers on servers.id = server_id and seen_at > now() - ${silence}
  where project_id = any($1::uuid[])
  group by project_id, session_id`

/** Who is in a project, each once, the longest there first. */
export async function readPresent(db: Queries, projectId: string): Promise<PresentRow[]> {
  const { rows } = await db.query<PresentRow>(
    `select session_id as id, email, firstname, lastname, picture_version as "pictureVersion", node_ids as "nodeIds"
     from (${merged}) as present left join accounts on user_id = session_id
     order by joined_at, session_id`,
    [[projectId]],
  )
  return rows
}

/** The same of many projects at once, without who they are. */
export async function readPlaces(
  db: Queries,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Pick<PresentRow, 'id' | 'nodeIds'>[]>> {
  const { rows } = await db.query<{ projectId: string; id: string; nodeIds: string[] }>(
    `select project_id as "projectId", session_id as id, node_ids as "nodeIds"
     from (${merged}) as present order by joined_at, session_id`,
    [projectIds],
  )
  const places = new Map<string, Pick<PresentRow, 'id' | 'nodeIds'>[]>(projectIds.map((id) => [id, []]))
  for (const { projectId, ...row } of rows) places.get(projectId)?.push(row)
  return places
}

/** Whether the person is there at all. */
export async function showNodes(
  db: Queries,
  { projectId, sessionId }: Place,
  nodeIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update presence set node_ids = $3, shown_at = now() where project_id = $1 and session_id = $2',
    [projectId, sessionId, nodeIds],
  )
  return (rowCount ?? 0) > 0
}

export async function countNodes(db: Queries, projectId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from nodes where project_id = $1 and id = any($2::uuid[])',
    [projectId, ids],
  )
  return rows[0]?.count ?? 0
}
