import type { Database } from '../../database/database.ts'
import type { SqlClient } from '../../database/nodes.ts'

/** Reads the words of a text by the same function that indexes nodes, each once, in the order of the text. */
export async function readWords(db: SqlClient, text: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ words: string }>({
    name: 'read words',
    text: 'select search_text($1) as words',
    values: [text],
  })
  return [...new Set(rows[0]?.words.split(' ').filter((word) => word !== ''))]
}

/** The person who searches. */
interface Searcher {
  readonly userId: string
  /** The only project that is searched; null: all that the person can see. */
  readonly only: string | null
}

/**
 * The numbers of projects as PostgreSQL writes an array. The statements pass them on to each other, and to read and to
 * write thousands of them in between took longer than some of the statements.
 */
type ProjectNumbers = string
const noNumbers: ProjectNumbers = '{}'

/** The projects that a person can see, last changed first. */
export interface VisibleProjects {
  readonly numbers: ProjectNumbers
  /** Those of them that have had a comment. */
  readonly commented: ProjectNumbers
}

/**
 * Reads which projects a person can see. Everything below starts from them, so that neither the hits nor the limits nor
 * the time depend on other projects.
 */
export async function readVisibleProjects(db: SqlClient, { userId, only }: Searcher): Promise<VisibleProjects> {
  const { rows } = await db.query<VisibleProjects>(
    `with own as (
       select id from projects where owner = $1 union select project_id from project_members where user_id = $1
     )
     select coalesce(array_agg(number order by projects.updated_at desc, projects.id), '{}')::text as numbers,
       coalesce(array_agg(number) filter (where has_comments), '{}')::text as commented
     from own join projects on projects.id = own.id join search_projects on search_projects.project_id = projects.id
     where projects.status <> 'deleted' and ($2::uuid is null or projects.id = $2)`,
    [userId, only],
  )
  return rows[0] ?? { numbers: noNumbers, commented: noNumbers }
}

/** The part of the index that is searched. */
export interface SearchScope extends VisibleProjects {
  /** The only nodes that are searched; null: all. */
  readonly nodeIds: readonly string[] | null
}

/** The words that are searched for, in the syntax of tsquery; `#` stands for what begins the keys of a project. */
export interface SearchQuery {
  /** The last word may be the beginning of one. */
  readonly begun: string
  /** All words are whole. */
  readonly whole: string
}

/** Places in the list of the projects: last changed first, from 1 on; the last one is included. */
export interface ProjectRange {
  readonly first: number
  readonly last: number
}

/** A node or a comment that was found, with what is needed to show where. */
export interface HitRow {
  readonly projectId: string
  readonly nodeId: string
  /** Null: the words are in the node itself. */
  readonly commentId: string | null
  readonly title: string
  readonly body: string
  /** The size of the node's texts and own fields. */
  readonly bytes: number
}

/** A node that was found, with what decides which ones are the best. */
interface RankedHitRow extends HitRow {
  /** 0: whole words in the title, 1: beginnings of words in it, 2: elsewhere. */
  readonly grade: number
  readonly titleLength: number
  readonly updatedAt: number
}

export interface RankedHits {
  readonly rows: readonly RankedHitRow[]
  /** There are more than can be compared. */
  readonly isFull: boolean
}

/** The nodes that are compared with each other to find the best. */
const mostCompared = 400
/** One large project must not leave no room for the others. */
const mostOfProject = 100
/** The projects, last changed first, of which titles are read besides, and words to correct with. */
const mostRecent = 300
/** As much of a title and of a description as is searched, at most. */
export const mostTextBytes = 22_000

const ofProject = (place: number, sign: '/' | '='): string =>
  `replace($${place}, '#', visible.number || '${sign}')::tsquery`

const rangeNumbers = '($1::integer[])[$5::integer:$6::integer]'
const recentNumbers = `($1::integer[])[1:${mostRecent}]`

/**
 * Reads entries of one project after the other until there are enough. The planner expects thousands of entries for any
 * word, and for a hundred of them it would read the table from its beginning; `materialized` hides the limit from it.
 */
const comparedSql = (numbers: string, sign: '/' | '=', within: string): string => `(
    select visible.number, hit.*
    from unnest(${numbers}) as visible(number) cross join lateral (
      with found as materialized (
        select node_id, title_length,
          case when words @@ ${ofProject(3, '=')} then 0 when words @@ ${ofProject(2, '=')} then 1 else 2 end as grade
        from search_nodes where words @@ ${ofProject(2, sign)} ${within}
      )
      select * from found limit ${mostOfProject}
    ) as hit limit ${mostCompared}
  )`

/**
 * Reads the best nodes of some of the projects: whole words in titles first, then beginnings of words, then
 * descriptions; among equals the shorter title, and the project that was changed last. If there are more than can be
 * compared, those of recent projects with the words in their titles are read besides, because they are the best ones.
 */
export async function readHits(
  db: SqlClient,
  { numbers, nodeIds, begun, whole, most }: WantedHits,
  { first, last }: ProjectRange,
): Promise<RankedHits> {
  const within = nodeIds === null ? '' : 'and node_id = any($7::uuid[])'
  const { rows } = await db.query<RankedHitRow & { readonly compared: number }>({
    name: `read hits${within === '' ? '' : ' of nodes'}`,
    text: `with compared as materialized ${comparedSql(rangeNumbers, '/', within)},
     titled as materialized ${comparedSql(recentNumbers, '=', within)},
     best as (
       select distinct on (grade, title_length, updated_at, node_id) hits.*, project_id, updated_at from (
         select * from compared
         union all
         select * from titled where $5 = 1 and (select count(*) from compared) >= ${mostOfProject}
       ) as hits join search_projects using (number) join projects on projects.id = project_id
       order by grade, title_length, updated_at desc, node_id limit $4
     )
     select best.project_id as "projectId", node_id as "nodeId", null as "commentId", left(nodes.title, 2000) as title,
       left(nodes.body, 20000) as body,
       (octet_length(title) + octet_length(body) + octet_length(fields::text))::float8 as bytes,
       grade, title_length::integer as "titleLength", extract(epoch from best.updated_at)::float8 as "updatedAt",
       (select count(*)::integer from compared) as compared
     from best join nodes on nodes.id = best.node_id
     order by grade, title_length, best.updated_at desc, node_id`,
    values: [numbers, begun, whole, most, first, last, ...(nodeIds === null ? [] : [nodeIds])],
  })
  return { rows, isFull: (rows[0]?.compared ?? 0) >= mostCompared }
}

export type WantedHits = SearchQuery & SearchScope & { readonly most: number }

export const recentProjects: ProjectRange = { first: 1, last: mostRecent }

/** Splits the projects behind the recent ones into two halves, which can be read at the same time. */
export function listOlderRanges(numbers: ProjectNumbers): readonly ProjectRange[] {
  const count = numbers === noNumbers ? 0 : numbers.split(',').length
  if (count <= mostRecent) return []
  const middle = Math.ceil((mostRecent + count) / 2)
  return [
    { first: mostRecent + 1, last: middle },
    { first: middle + 1, last: count },
  ]
}

/** Returns the best nodes of several ranges, in the order of each. */
export const pickBestHits = (parts: readonly RankedHits[], most: number): readonly HitRow[] =>
  parts
    .flatMap(({ rows }) => rows)
    .toSorted(
      (one, other) =>
        one.grade - other.grade ||
        one.titleLength - other.titleLength ||
        other.updatedAt - one.updatedAt ||
        (one.nodeId < other.nodeId ? -1 : 1),
    )
    .slice(0, most)

/** Reads comments with the words, the latest first. Those of deleted nodes are left out. */
export async function readCommentHits(
  db: SqlClient,
  { commented, nodeIds, begun, most }: SearchScope & { readonly begun: string; readonly most: number },
): Promise<readonly HitRow[]> {
  if (commented === noNumbers) return []
  const within =
    nodeIds === null ? '' : 'and comment_id in (select id from comments where comments.node_id = any($4::uuid[]))'
  const { rows } = await db.query<HitRow>({
    name: `read hits in comments${within === '' ? '' : ' of nodes'}`,
    text: `select comments.project_id as "projectId", comments.node_id as "nodeId", comments.id as "commentId", '' as title,
       left(comments.body, 20000) as body,
       (octet_length(nodes.title) + octet_length(nodes.body) + octet_length(nodes.fields::text))::float8 as bytes
     from unnest($1::integer[]) as visible(number) cross join lateral (
       with found as materialized (select comment_id from search_comments where words @@ ${ofProject(2, '/')} ${within})
       select * from found limit ${mostOfProject}
     ) as hit
     join comments on comments.id = hit.comment_id join nodes on nodes.id = comments.node_id
     where not nodes.is_deleted order by comments.created_at desc, comments.id limit $3`,
    values: [commented, begun, most, ...(nodeIds === null ? [] : [nodeIds])],
  })
  return rows
}

/** Reads the ids of projects whose titles match, last changed first. */
export async function readProjectHits(
  db: SqlClient,
  { numbers }: Pick<SearchScope, 'numbers'>,
  query: SearchQuery,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from search_projects join projects on projects.id = project_id
     where number = any($1::integer[]) and words @@ replace($2, '#', '')::tsquery
     order by words @@ replace($3, '#', '')::tsquery desc, updated_at desc, id limit 20`,
    [numbers, query.begun, query.whole],
  )
  return rows.map(({ id }) => id)
}

/** Words that begin so, that end so, or that are this one. */
export interface SimilarWords {
  readonly prefix: string
  readonly suffix: string
  readonly swapped: string
}

/**
 * Reads similar words of titles from the projects of the person that were changed last. To list them takes longer per
 * project than to search, and people mostly misspell what they work on.
 */
export async function readSimilarWords(
  db: SqlClient,
  { numbers }: Pick<SearchScope, 'numbers'>,
  { prefix, suffix, swapped }: SimilarWords,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ word: string }>({
    name: 'read similar words',
    text: `select distinct alike.word from unnest(${recentNumbers}) as visible(number) cross join lateral (
       (select word from search_vocabulary
        where number = visible.number and word >= $2 and word < $2 || chr(1114111) offset 0)
       union all
       (select word from search_vocabulary
        where number = visible.number and (reverse(word) collate "C") >= reverse($3)
          and (reverse(word) collate "C") < reverse($3) || chr(1114111) offset 0)
       union all
       (select word from search_vocabulary where number = visible.number and word = $4 offset 0)
     ) as alike`,
    values: [numbers, prefix, suffix, swapped],
  })
  return rows.map(({ word }) => word)
}

/** Nodes that one statement indexes: a person who changes one of them at that moment waits for it. */
const nodesPerStatement = 500

const indexSql = `
  with missing as (
    select nodes.id, title, body, fields from nodes
    where project_id = $1 and not is_deleted
      and not exists (select from search_nodes where search_nodes.node_id = nodes.id)
    limit ${nodesPerStatement}
  ), words as (
    insert into search_vocabulary (number, word)
    select distinct $2::integer, word from missing, unnest(search_correctable(title)) as word order by word
    on conflict do nothing
  ), stored as (
    insert into search_nodes (node_id, title_length, words)
    select id, least(length(title), 1000), search_keys($2, title, body, fields) from missing
    on conflict do nothing
  )
  select count(*)::integer as count from missing`

interface BehindProject {
  readonly projectId: string
  readonly number: number
  readonly wanted: number
}

/** Indexes the nodes that were left out at first: those of large imports, and those from before there was an index. */
export async function indexMissingNodes({ pool }: Database): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<BehindProject>(
      'select project_id as "projectId", number, wanted from search_projects where indexed < wanted order by number limit 50',
    )
    if (rows.length === 0) return
    for (const project of rows) await indexProject(pool, project)
  }
}

async function indexProject(pool: Database['pool'], { projectId, number, wanted }: BehindProject): Promise<void> {
  let count = nodesPerStatement
  while (count === nodesPerStatement) {
    const { rows } = await pool.query<{ count: number }>(indexSql, [projectId, number])
    count = rows[0]?.count ?? 0
  }
  // If more was left out meanwhile, "wanted" has grown.
  await pool.query('update search_projects set indexed = $2 where project_id = $1', [projectId, wanted])
}
