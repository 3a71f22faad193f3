import type { SqlClient } from '../../../database/nodes.ts'
import type { TrackerSnapshot } from '../../../ports/tracker.ts'

/** A node's issue and the last agreed state of both sides. */
export interface IssueLink {
  readonly nodeId: string
  readonly issueId: string
  readonly issueKey: string
  readonly snapshot: TrackerSnapshot | null
}

const issueLinkColumns = `node_id as "nodeId", issue_id as "issueId", issue_key as "issueKey", snapshot`

/** The links of a project to issues of one site. */
export async function readIssueLinks(db: SqlClient, projectId: string, site: string): Promise<IssueLink[]> {
  const { rows } = await db.query<IssueLink>(
    `select ${issueLinkColumns} from tracker_issues where project_id = $1 and site = $2`,
    [projectId, site],
  )
  return rows
}

export async function readIssueLinksByNode(
  db: SqlClient,
  site: string,
  nodeIds: readonly string[],
): Promise<Map<string, IssueLink>> {
  const { rows } = await db.query<IssueLink>(
    `select ${issueLinkColumns} from tracker_issues where site = $1 and node_id = any($2::uuid[])`,
    [site, nodeIds],
  )
  return new Map(rows.map((row) => [row.nodeId, row]))
}

/** A node that has an issue. */
export interface LinkedNode {
  readonly nodeId: string
  readonly issueId: string
  readonly issueKey: string
  readonly isDeleted: boolean
}

/** The nodes of a project among these, and those of these issues, as far as they have issues on the site. */
export async function readLinkedNodes(
  db: SqlClient,
  { projectId, site }: LinkScope,
  { nodeIds, issueIds }: { readonly nodeIds: readonly string[]; readonly issueIds: readonly string[] },
): Promise<LinkedNode[]> {
  const { rows } = await db.query<LinkedNode>(
    `select node_id as "nodeId", issue_id as "issueId", issue_key as "issueKey", is_deleted as "isDeleted"
     from tracker_issues issues join nodes on nodes.id = issues.node_id
     where issues.project_id = $1 and site = $2 and (node_id = any($3::uuid[]) or issue_id = any($4::text[]))`,
    [projectId, site, nodeIds, issueIds],
  )
  return rows
}

/** The project and the site that links belong to. */
export interface LinkScope {
  readonly projectId: string
  readonly site: string
}

const linksPerStatement = 2_000

/** Replaces an existing link of a node, because a node represents one issue. */
export async function saveIssueLinks(
  db: SqlClient,
  { projectId, site }: LinkScope,
  links: readonly IssueLink[],
): Promise<void> {
  for (let at = 0; at < links.length; at += linksPerStatement) {
    const part = links.slice(at, at + linksPerStatement)
    await db.query(
      `insert into tracker_issues (node_id, project_id, site, issue_id, issue_key, snapshot)
       select node_id, $1, $2, issue_id, issue_key, snapshot
       from unnest($3::uuid[], $4::text[], $5::text[], $6::json[]) as new(node_id, issue_id, issue_key, snapshot)
       on conflict (node_id) do update set site = excluded.site, issue_id = excluded.issue_id,
         issue_key = excluded.issue_key, snapshot = excluded.snapshot`,
      [
        projectId,
        site,
        part.map(({ nodeId }) => nodeId),
        part.map(({ issueId }) => issueId),
        part.map(({ issueKey }) => issueKey),
        part.map(({ snapshot }) => JSON.stringify(snapshot)),
      ],
    )
  }
}

export async function deleteIssueLinks(db: SqlClient, nodeIds: readonly string[]): Promise<void> {
  if (nodeIds.length > 0) await db.query('delete from tracker_issues where node_id = any($1::uuid[])', [nodeIds])
}

/** The living node of an issue; undefined where there is none in this project. */
export async function findNodeByIssueKey(
  db: SqlClient,
  { projectId, site }: LinkScope,
  issueKey: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select nodes.id from tracker_issues issues join nodes on nodes.id = issues.node_id
     where issues.project_id = $1 and issues.site = $2 and issues.issue_key = $3 and not nodes.is_deleted`,
    [projectId, site, issueKey],
  )
  return rows[0]?.id
}

/** The synced projects of an account that have a link to one of these issues, which are named by id or by key. */
export async function findSyncedProjectsByIssue(
  db: SqlClient,
  { accountId, site }: { readonly accountId: string; readonly site: string },
  issueNames: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct projects.id from tracker_issues issues
     join projects on projects.id = issues.project_id
     join accounts on accounts.user_id = projects.owner
     where accounts.id = $1 and issues.site = $2 and projects.jira_sync and projects.status <> 'deleted'
       and (issues.issue_id = any($3::text[]) or issues.issue_key = any($3::text[]))`,
    [accountId, site, issueNames],
  )
  return rows.map(({ id }) => id)
}

/** Marks the living nodes whose issues are sub-tasks of this one as blocked. Answers how many there are. */
export async function blockSubtasks(
  db: SqlClient,
  { projectId, site }: LinkScope,
  issueKey: string,
  reason: string,
): Promise<number> {
  const { rowCount } = await db.query(
    `update tracker_nodes set state = 'blocked', reason = $4
     from tracker_issues issues join nodes on nodes.id = issues.node_id
     where tracker_nodes.node_id = issues.node_id and issues.project_id = $1 and issues.site = $2
       and issues.snapshot ->> 'parentKey' = $3 and tracker_nodes.level < 0 and not nodes.is_deleted`,
    [projectId, site, issueKey, reason],
  )
  return rowCount ?? 0
}

/** An issue that stayed in the tracker although its node was deleted, and why. */
export interface UndeletedIssue {
  readonly key: string
  readonly reason: string
}

export async function readUndeletedIssues(db: SqlClient, projectId: string, most: number): Promise<UndeletedIssue[]> {
  const { rows } = await db.query<UndeletedIssue>(
    `select issue_key as key, reason from tracker_nodes join nodes on nodes.id = tracker_nodes.node_id
     join tracker_issues issues on issues.node_id = nodes.id
     where tracker_nodes.project_id = $1 and state = 'blocked' and reason is not null and is_deleted
     order by issue_key limit $2`,
    [projectId, most],
  )
  return rows
}

/** The tracker-related position of a node. */
export interface IssueHierarchyNode {
  readonly id: string
  readonly parentId: string | null
  readonly isDeleted: boolean
  readonly isMarked: boolean
  /** Null if it has no issue on this site. */
  issueKey: string | null
  issueId: string | null
  /** The level of its issue; null if it is unknown. */
  level: number | null
  readonly state: 'synced' | 'blocked' | 'gone'
}

export type IssueHierarchy = ReadonlyMap<string, IssueHierarchyNode>

/** Reads the given nodes and all their ancestors by first parents. */
export async function readIssueHierarchy(
  db: SqlClient,
  projectId: string,
  site: string,
  nodeIds: readonly string[],
): Promise<IssueHierarchy> {
  const { rows } = await db.query<IssueHierarchyNode>(
    `with recursive up(id, parent_id, is_deleted) as (
       select id, parent_ids[1], is_deleted from nodes where project_id = $1 and id = any($3::uuid[])
       union
       select nodes.id, nodes.parent_ids[1], nodes.is_deleted
       from up join nodes on nodes.id = up.parent_id and nodes.project_id = $1
     )
     select up.id, up.parent_id as "parentId", up.is_deleted as "isDeleted", marks.node_id is not null as "isMarked",
       issues.issue_key as "issueKey", issues.issue_id as "issueId", known.level, coalesce(known.state, 'synced') as state
     from up
     left join tracker_marks marks on marks.node_id = up.id
     left join tracker_issues issues on issues.node_id = up.id and issues.site = $2
     left join tracker_nodes known on known.node_id = up.id`,
    [projectId, site, nodeIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
