import type { SqlClient } from '../../database/nodes.ts'
import { visibleProjectSql } from '../my-work/index.ts'

export interface FoundNode {
  readonly id: string
  readonly projectId: string
  readonly isDeleted: boolean
}

/** The person who looks for a node, and the project that is searched. */
export interface NodeSearcher {
  readonly userId: string
  /** The only project to look in; null: all of the person's. */
  readonly only: string | null
}

/** Finds nodes whose ids lie in a range, in the projects of a person. Living ones come first. */
export async function findNodesInRange(
  db: SqlClient,
  { userId, only }: NodeSearcher,
  { from, to, most }: { readonly from: string; readonly to: string; readonly most: number },
): Promise<FoundNode[]> {
  const { rows } = await db.query<FoundNode>(
    `select nodes.id, nodes.project_id as "projectId", nodes.is_deleted as "isDeleted"
     from nodes join projects on projects.id = nodes.project_id
     where nodes.id between $2::uuid and $3::uuid
       and case when $4::uuid is null then ${visibleProjectSql} else projects.id = $4 end
     order by nodes.is_deleted, nodes.id limit $5`,
    [userId, from, to, only, most],
  )
  return rows
}

export interface PrefixRange {
  readonly id: string
  /** The first and the last id that begin as this one does. */
  readonly from: string
  readonly to: string
}

/** Returns those of the ids whose range contains another stored id as well. */
export async function findSharedPrefixes(db: SqlClient, ranges: readonly PrefixRange[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select asked.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked(id, "from", "to") cross join lateral (
       select from nodes where nodes.id between asked."from" and asked."to" and nodes.id <> asked.id
       order by nodes.id limit 1
     ) as other`,
    [ranges.map(({ id }) => id), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  )
  return rows.map(({ id }) => id)
}

export interface Neighbors {
  readonly id: string
  readonly before: string | null
  readonly after: string | null
}

/** Reads the stored ids next to each of these, which tell how many characters of an id are enough. */
export async function readNeighborIds(db: SqlClient, ids: readonly string[]): Promise<Neighbors[]> {
  const { rows } = await db.query<Neighbors>(
    `select asked.id,
       (select nodes.id from nodes where nodes.id < asked.id order by nodes.id desc limit 1) as before,
       (select nodes.id from nodes where nodes.id > asked.id order by nodes.id limit 1) as after
     from unnest($1::uuid[]) as asked(id)`,
    [ids],
  )
  return rows
}
