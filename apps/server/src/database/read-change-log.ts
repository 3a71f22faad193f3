import {
  type ChangeKind,
  type FormerValues,
  type HistorySummary,
  type LoggedChange,
  maxHistoryNodes,
  summarizeChange,
} from './change-log.ts'
import { nodeJsonSql, type NodeView, type SqlClient } from './nodes.ts'
import type { ProjectMembers, ProjectRow } from './projects.ts'

/** One row of the change log without its payload: subscribers get the nodes in their current state. */
export interface ChangeLogEntry {
  readonly seq: number
  readonly kind: ChangeKind
  readonly nodeIds: readonly string[]
  readonly clientId: string | null
}

/** A project at one moment and its log after a seq. */
export interface ProjectChanges {
  readonly project: ProjectRow
  readonly members: ProjectMembers
  readonly entries: readonly ChangeLogEntry[]
  /** Every node that the entries name. */
  readonly nodes: ReadonlyMap<string, NodeView>
}

interface ProjectChangesRow extends ProjectRow {
  readonly tail_members: ProjectMembers | null
  readonly tail_entries: readonly ChangeLogEntry[] | null
  readonly tail_nodes: string | null
}

// One statement reads one snapshot: a right that was revoked before a node changed is gone in the snapshot with that
// change.
const projectChangesSql = `
  with entries as materialized (
    select seq, kind, node_ids, client_id from (
      select *, sum(cardinality(node_ids)) over (order by seq) - cardinality(node_ids) as nodes_before from (
        select seq, kind, node_ids, client_id from change_log where project_id = $1 and seq > $2 order by seq limit $3
      ) as next
    ) as counted where nodes_before < $4)
  select projects.*,
    (select json_object_agg(user_id, role) from project_members where project_id = $1) as tail_members,
    (select json_agg(json_build_object('seq', seq, 'kind', kind, 'nodeIds', node_ids, 'clientId', client_id) order by seq)
       from entries) as tail_entries,
    (select string_agg(node, ',') from (select ${nodeJsonSql} from nodes where project_id = $1
       and id = any(array(select distinct unnest(node_ids) from entries))) as found) as tail_nodes
  from projects where id = $1`

interface ProjectChangesPage {
  readonly after: number
  readonly mostEntries: number
  /** Ends the page with the entry that reaches this many nodes: 100,000 of them at once would hold the event loop. */
  readonly mostNodes: number
}

/** Returns null if the project is gone. */
export async function readProjectChanges(
  db: SqlClient,
  projectId: string,
  { after, mostEntries, mostNodes }: ProjectChangesPage,
): Promise<ProjectChanges | null> {
  const { rows } = await db.query<ProjectChangesRow>({
    text: projectChangesSql,
    values: [projectId, after, mostEntries, mostNodes],
  })
  const [row] = rows
  if (row === undefined) return null
  const { tail_members: members, tail_entries: entries, tail_nodes: nodes, ...project } = row
  const found = JSON.parse(`[${nodes ?? ''}]`) as NodeView[]
  return {
    project,
    members: members ?? {},
    entries: entries ?? [],
    nodes: new Map(found.map((node) => [node.id, node])),
  }
}

/** Returns the seq of each project; deleted projects are missing. */
export async function readProjectSeqs(
  db: SqlClient,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; seq: number }>(
    'select id, seq from projects where id = any($1::uuid[])',
    [projectIds],
  )
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** One row of the log as the history shows it. */
export interface SummarizedChange extends HistorySummary {
  readonly seq: number
  /** The first seq of the same write. */
  readonly write: number
  readonly kind: ChangeKind
  readonly actor: string
  readonly at: Date
  readonly undoes: number | null
  /** The access token that made the change; null for a person. */
  readonly tokenName: string | null
  /** False if the row is older than the recording of former values. */
  readonly isKept: boolean
  /** The ids of the first nodes. */
  readonly nodeIds: readonly string[]
}

interface HistoryRow extends Pick<
  SummarizedChange,
  'seq' | 'write' | 'kind' | 'actor' | 'at' | 'undoes' | 'tokenName'
> {
  readonly is_kept: boolean
  readonly told: HistorySummary | null
  /** Present only for rows that were written before summaries were stored. */
  readonly payload: LoggedChange['payload'] | null
  readonly node_ids: readonly string[]
}

const maxHistoryNodeIds = 50
const maxRowsPerWrite = 500

// Each write is found from the one after it: a log of a hundred thousand rows is not read for the fifty requested ones.
const historySql = `
  with recursive writes(write) as (
    (select coalesce(write_seq, seq) from change_log where project_id = $1 and seq < $2 order by seq desc limit 1)
    union all
    select (select coalesce(write_seq, seq) from change_log where project_id = $1 and seq < write
      order by seq desc limit 1) from writes where write is not null
  ), wanted as (select write from writes where write is not null limit $3)
  select seq, coalesce(write_seq, seq) as write, kind, actor, at, undoes, token_name as "tokenName", before is not null as is_kept,
    node_ids[1:${maxHistoryNodeIds}] as node_ids, told, case when told is null then payload end as payload
  from change_log
  where project_id = $1 and seq < $2 and seq >= (select min(write) from wanted)
    and seq < coalesce(write_seq, seq) + ${maxRowsPerWrite}
  order by seq desc`

interface HistoryPageQuery {
  /** Returns only smaller seqs. */
  readonly before: number
  readonly writes: number
}

/** Returns the rows of the latest writes before a seq, latest first. */
export async function readHistory(
  db: SqlClient,
  projectId: string,
  page: HistoryPageQuery,
): Promise<SummarizedChange[]> {
  const { rows } = await db.query<HistoryRow>({ text: historySql, values: [projectId, page.before, page.writes] })
  return rows.map(({ is_kept: isKept, node_ids: nodeIds, told: summary, payload, ...row }) => ({
    ...row,
    isKept,
    nodeIds,
    ...(summary ?? summarizeChange(payload ?? {}, null, maxHistoryNodes)),
  }))
}

export interface LastVisit {
  /** The seq of the project when the person left it. */
  readonly seq: number
  readonly leftAt: Date
}

/** Null: the person has never left the project. */
export async function readLastVisit(db: SqlClient, projectId: string, userId: string): Promise<LastVisit | null> {
  const { rows } = await db.query<LastVisit>(
    'select seq, left_at as "leftAt" from project_visits where project_id = $1 and user_id = $2',
    [projectId, userId],
  )
  return rows[0] ?? null
}

export interface TitledNode {
  readonly id: string
  readonly title: string
  readonly is_deleted: boolean
}

export async function readNodeTitles(db: SqlClient, projectId: string, ids: readonly string[]): Promise<TitledNode[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<TitledNode>({
    text: 'select id, title, is_deleted from nodes where project_id = $1 and id = any($2::uuid[])',
    values: [projectId, ids],
  })
  return rows
}

export interface LoggedWrite {
  readonly write: number
  readonly rows: readonly (Pick<LoggedChange, 'kind' | 'payload'> & { readonly before: FormerValues | null })[]
}

/** Returns the whole write that this seq belongs to; null if it is not in the log. */
export async function readLoggedWrite(db: SqlClient, projectId: string, seq: number): Promise<LoggedWrite | null> {
  const { rows } = await db.query<LoggedWrite['rows'][number] & { readonly write: number; readonly seq: number }>({
    text: `select seq, kind, payload, before, asked.first as write from change_log,
        (select coalesce(write_seq, seq) as first from change_log where project_id = $1 and seq = $2) as asked
      where project_id = $1 and seq >= asked.first and seq < coalesce((
        select seq from change_log where project_id = $1 and seq > $2 and coalesce(write_seq, seq) <> asked.first
        order by seq limit 1), asked.first + 1000000) order by seq`,
    values: [projectId, seq],
  })
  const [first] = rows
  // If its beginning was trimmed, the rest is not the complete action.
  return first === undefined || first.seq !== first.write ? null : { write: first.write, rows }
}

/** A write of an access token. */
interface TokenWrite {
  readonly projectId: string
  readonly write: number
}

/** Returns the writes that a token of a person made since a time, by project, the latest first. */
export async function readTokenWrites(
  db: SqlClient,
  { userId, tokenId, since }: { readonly userId: string; readonly tokenId: string; readonly since: Date },
): Promise<TokenWrite[]> {
  const { rows } = await db.query<TokenWrite>(
    `select distinct project_id as "projectId", coalesce(write_seq, seq) as write from change_log
     where token_id = $1 and actor = $2 and at >= $3 order by "projectId", write desc`,
    [tokenId, userId, since],
  )
  return rows
}

/** Returns those of the nodes that somebody else than this token has changed after a seq. */
export async function findNodesChangedByOthers(
  db: SqlClient,
  projectId: string,
  { ids, after, tokenId }: { readonly ids: readonly string[]; readonly after: number; readonly tokenId: string },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.query<{ id: string }>(
    `select distinct id from change_log cross join unnest(node_ids) as id
     where project_id = $1 and seq > $2 and token_id is distinct from $3 and id = any($4::uuid[])`,
    [projectId, after, tokenId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The number of changes of a node that are searched for people who were on it. */
const searchedChanges = 500

/** Returns, for each node, those of the given people who were on it before one of its latest changes. */
export async function readFormerPeople(
  db: SqlClient,
  projectId: string,
  nodeIds: readonly string[],
  people: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>()
  if (nodeIds.length === 0 || people.length === 0) return found
  const { rows } = await db.query<{ readonly id: string; readonly person: string }>(
    `select distinct node->>'id' as id, person
     from (select before from change_log where project_id = $1 and node_ids && $2::uuid[] order by seq desc limit $4) as latest,
       json_array_elements(before->'nodes') as node,
       unnest($3::text[]) as person
     where (node->>'id')::uuid = any($2::uuid[])
       and (coalesce(node->'assigneeIds', '[]')::jsonb ? person or person in (
         select value from json_each_text(coalesce(node->'fields', '{}'))))`,
    [projectId, nodeIds, people, searchedChanges],
  )
  for (const { id, person } of rows) {
    const those = found.get(id) ?? new Set()
    found.set(id, those.add(person))
  }
  return found
}
