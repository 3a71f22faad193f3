import type { ChangeKind, FormerValues, LoggedChange } from './change-log.ts'
import type { Queries } from './read-nodes.ts'

type Fields = Readonly<Record<string, unknown>>
type NodeFields = Fields & { readonly id: string }

/** One row of the log as the history tells it: of its nodes only the first ones, of texts only that they changed. */
export interface ToldChange {
  readonly seq: number
  /** The first number of the same write. */
  readonly write: number
  readonly kind: ChangeKind
  readonly actor: string
  readonly at: Date
  readonly undoes: number | null
  /** False: made before former values were kept. */
  readonly has_before: boolean
  readonly node_ids: readonly string[]
  readonly node_count: number
  readonly created: number
  readonly deleted: number
  /** How many nodes have former values. */
  readonly changed: number
  readonly nodes: readonly NodeFields[] | null
  readonly former: readonly NodeFields[] | null
  readonly project: Fields | null
  readonly former_project: Fields | null
}

// A description can be a megabyte long, and a history of fifty of them is asked for at once.
const slim = (json: string): string => `((${json})::jsonb - '{transitions,body,json}'::text[])
  || case when (${json})->'body' is null then '{}' else '{"body":true}' end::jsonb
  || case when (${json})->'json' is null then '{}' else '{"json":true}' end::jsonb`

const firstNodes = (nodes: string): string => `
  select json_agg(${slim('node')} order by place) from json_array_elements(${nodes}) with ordinality as one(node, place)
  where place <= $4`

// Each write is found by the one after it: a log of a hundred thousand rows is not read for the fifty asked for.
const text = `
  with recursive writes(write) as (
    (select coalesce(write_seq, seq) from change_log where project_id = $1 and seq < $2 order by seq desc limit 1)
    union all
    select (select coalesce(write_seq, seq) from change_log where project_id = $1 and seq < write
      order by seq desc limit 1) from writes where write is not null
  ), wanted as (select write from writes where write is not null limit $3)
  select seq, coalesce(write_seq, seq) as write, kind, actor, at, undoes, before is not null as has_before,
    node_ids[1:$5] as node_ids, cardinality(node_ids) as node_count, counted.created, counted.deleted,
    coalesce(json_array_length(before->'nodes'), 0) as changed,
    (${firstNodes(`payload->'nodes'`)}) as nodes, (${firstNodes(`before->'nodes'`)}) as former,
    case when payload->'project' is not null then ${slim(`payload->'project'`)} end as project,
    case when before->'project' is not null then ${slim(`before->'project'`)} end as former_project
  from change_log
  cross join lateral (
    select count(*) filter (where node->'projectId' is not null)::integer as created,
      count(*) filter (where node->>'isDeleted' = 'true')::integer as deleted
    from json_array_elements(payload->'nodes') as node
  ) as counted
  where project_id = $1 and seq < $2 and seq >= (select min(write) from wanted)
    and seq < coalesce(write_seq, seq) + $6
  order by seq desc`

export interface HistoryPage {
  /** Only what has a smaller number. */
  readonly before: number
  readonly writes: number
  readonly nodesOfRow: number
  readonly idsOfRow: number
  readonly rowsOfWrite: number
}

/** The rows of the latest writes before a number, the latest first. */
export async function readHistory(db: Queries, projectId: string, page: HistoryPage): Promise<ToldChange[]> {
  const values = [projectId, page.before, page.writes, page.nodesOfRow, page.idsOfRow, page.rowsOfWrite]
  return (await db.query<ToldChange>({ text, values })).rows
}

export interface NamedNode {
  readonly id: string
  readonly title: string
  readonly is_deleted: boolean
}

export async function readNames(db: Queries, projectId: string, ids: readonly string[]): Promise<NamedNode[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<NamedNode>({
    text: 'select id, title, is_deleted from nodes where project_id = $1 and id = any($2::uuid[])',
    values: [projectId, ids],
  })
  return rows
}

export interface PastWrite {
  readonly write: number
  readonly rows: readonly (Pick<LoggedChange, 'kind' | 'payload'> & { readonly before: FormerValues | null })[]
}

/** Everything that was done by the write that this number belongs to; null where it is not in the log. */
export async function readWrite(db: Queries, projectId: string, seq: number): Promise<PastWrite | null> {
  const { rows } = await db.query<PastWrite['rows'][number] & { readonly write: number }>({
    text: `select kind, payload, before, asked.first as write from change_log,
        (select coalesce(write_seq, seq) as first from change_log where project_id = $1 and seq = $2) as asked
      where project_id = $1 and seq >= asked.first and seq < coalesce((
        select seq from change_log where project_id = $1 and seq > $2 and coalesce(write_seq, seq) <> asked.first
        order by seq limit 1), asked.first + 1000000) order by seq`,
    values: [projectId, seq],
  })
  const [first] = rows
  return first === undefined ? null : { write: first.write, rows }
}
