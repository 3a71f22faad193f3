import type { NodeView, SqlClient } from '../../database/nodes.ts'

/** The place of an assignment in the list, after which the next page begins. */
export interface WorkPosition {
  /** YYYY-MM-DD or infinity. */
  readonly dueDate: string
  readonly urgency: number
  readonly projectId: string
  readonly nodeId: string
}

export interface AssignmentRow extends WorkPosition {
  readonly state: 'blocked' | 'ready' | 'waiting'
  /** The size of the node's texts and own fields. */
  readonly bytes: number
}

export interface AssignmentsRequest {
  readonly userId: string
  readonly isReadyOnly: boolean
  readonly after: WorkPosition | null
  readonly most: number
  /** The only project whose work is listed; null: all that the person can see. */
  readonly only: string | null
  /** The only nodes that are listed; null: all. */
  readonly nodeIds: readonly string[] | null
}

const noId = '00000000-0000-0000-0000-000000000000'
const start: WorkPosition = { dueDate: '-infinity', urgency: 0, projectId: noId, nodeId: noId }

/** A node is only listed while the person owns the project or is a member of it. */
export const visibleProjectSql = `projects.status <> 'deleted' and (projects.owner = $1 or exists (
  select from project_members where project_members.project_id = projects.id and project_members.user_id = $1))`

/** Nodes in a stage that does not count, such as dropped ones, block nothing. */
const isOpenSql = (node: string): string => `${node}.status <> 'done' and not ${node}.is_deleted and not exists (
  select from jsonb_array_elements(projects.stages) as stage
  where stage->>'id' = ${node}.stage_id::text and stage->>'counts' = 'false')`

const openChildSql = `exists (
  select from node_parents join nodes as child on child.id = node_parents.node_id
  where node_parents.parent_id = assigned.node_id and ${isOpenSql('child')})`

/** The blockers of the node and of its ancestors. Most projects have none, which an index tells at once. */
const openBlockerSql = `(exists (
  select from nodes as named where named.project_id = assigned.project_id and named.blocked_by_ids <> '{}'
) and exists (
  with recursive above as (
    select parent_ids, blocked_by_ids from nodes where id = assigned.node_id
    union
    select parent.* from above cross join lateral (
      select parent_ids, blocked_by_ids from nodes where id = any(above.parent_ids) and not is_deleted offset 0
    ) as parent
  )
  select from above cross join unnest(above.blocked_by_ids) as named(id) join nodes as blocker on blocker.id = named.id
  where ${isOpenSql('blocker')}))`

const stateSql = `case when ${openBlockerSql} then 'blocked' when ${openChildSql} then 'waiting' else 'ready' end`

/**
 * Reads one page of assignments in the order of the index `open_assignments_of_user`, so that the cost depends on the
 * page and not on how much is assigned to the person. With a plain join the planner would read all projects, and sort
 * everything that is ready; `offset 0` makes it look up the project of each assignment instead.
 */
export async function readAssignments(
  db: SqlClient,
  { userId, isReadyOnly, after, most, only, nodeIds }: AssignmentsRequest,
): Promise<AssignmentRow[]> {
  const { dueDate, urgency, projectId, nodeId } = after ?? start
  const { rows } = await db.query<AssignmentRow>({
    // Planning takes longer than reading: the plan is kept for the next request.
    name: `read assignments: ${isReadyOnly} ${only !== null} ${nodeIds !== null}`,
    text: `select page.*, (octet_length(nodes.title) + octet_length(nodes.body) + octet_length(nodes.fields::text))::float8 as bytes
     from (
       select assigned.due_date::text as "dueDate", urgency, assigned.project_id as "projectId",
         assigned.node_id as "nodeId",
         ${isReadyOnly ? `'ready'` : stateSql} as state
       from open_assignments as assigned cross join lateral (
         select stages from projects where projects.id = assigned.project_id and ${visibleProjectSql} offset 0
       ) as projects
       where assigned.user_id = $1 ${only === null ? '' : 'and assigned.project_id = $7'}
         ${nodeIds === null ? '' : 'and assigned.node_id = any($8::uuid[])'}
         and (assigned.due_date, urgency, assigned.project_id, assigned.node_id) > ($2::date, $3::smallint, $4::uuid, $5::uuid)
         ${isReadyOnly ? `and not ${openChildSql} and not ${openBlockerSql}` : ''}
       order by assigned.due_date, urgency, assigned.project_id, assigned.node_id limit $6
     ) as page join nodes on nodes.id = page."nodeId"`,
    values: [
      userId,
      dueDate,
      urgency,
      projectId,
      nodeId,
      most,
      ...(only === null ? [] : [only]),
      ...(nodeIds === null ? [] : [nodeIds]),
    ],
  })
  // The join with the nodes need not keep the order of the page.
  return rows.sort(comparePositions)
}

function comparePositions(one: WorkPosition, other: WorkPosition): number {
  const [first, second] = [one, other].map(toSortKey) as [string, string]
  return first < second ? -1 : Number(first > second)
}

/** Infinity sorts after all years, because letters do after digits. */
const toSortKey = ({ dueDate, urgency, projectId, nodeId }: WorkPosition): string =>
  [dueDate, urgency, projectId, nodeId].join(' ')

/** Reads nodes of any project. They have the fields of the given JSON. */
export async function readNodesOfProjects(
  db: SqlClient,
  ids: readonly string[],
  json: string,
): Promise<ReadonlyMap<string, NodeView>> {
  const { rows } = await db.query<{ node: string }>(`select ${json} from nodes where id = any($1::uuid[])`, [ids])
  const nodes = JSON.parse(`[${rows.map(({ node }) => node).join(',')}]`) as NodeView[]
  return new Map(nodes.map((node) => [node.id, node]))
}

export interface AncestorRow {
  readonly id: string
  readonly parentIds: readonly string[]
  readonly title: string
}

/** A path of titles is no place for a whole text. */
const titleCharacters = 2_000

/**
 * Reads the nodes with all of their ancestors that are not deleted. The planner expects thousands of ancestors and would
 * read all nodes for them; `offset 0` makes it look up each node's parents by their ids.
 */
export async function readAncestors(db: SqlClient, ids: readonly string[]): Promise<AncestorRow[]> {
  const { rows } = await db.query<AncestorRow>({
    name: 'read ancestors',
    text: `with recursive above as (
       select id, parent_ids, left(title, ${titleCharacters}) as title from nodes where id = any($1::uuid[])
       union
       select parent.* from above cross join lateral (
         select id, parent_ids, left(title, ${titleCharacters}) as title from nodes
         where id = any(above.parent_ids) and not is_deleted offset 0
       ) as parent
     )
     select id, parent_ids as "parentIds", title from above`,
    values: [ids],
  })
  return rows
}

/** Returns those of the people who have something to do in the project. */
export async function findPeopleWithWork(
  db: SqlClient,
  projectId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select person.id from unnest($2::text[]) as person(id)
     where exists (select from open_assignments where user_id = person.id and project_id = $1)`,
    [projectId, userIds],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function readProjectIdsWithWork(db: SqlClient, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select distinct project_id as id from open_assignments where user_id = $1',
    [userId],
  )
  return rows.map(({ id }) => id)
}
