import type { ChangeDecision, ProposedOperation } from '@espalier/domain'
import type { SqlClient } from '../../database/nodes.ts'

/** One proposed change of a node, as it is stored. */
export interface StoredChange {
  readonly id: string
  readonly op: ProposedOperation
  readonly nodeId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly decision: ChangeDecision | null
}

export type ProposalState = 'open' | 'decided' | 'withdrawn'

/** A proposal. Times are in milliseconds, so that an answer can be stored as it is. */
export interface ProposalRow {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly reason: string
  readonly state: ProposalState
  readonly authorId: string
  readonly tokenId: string | null
  readonly tokenName: string | null
  readonly createdAt: number
  readonly changes: readonly StoredChange[]
}

const columnsSql = `id, project_id as "projectId", title, reason, state, author as "authorId", token_id as "tokenId",
  token_name as "tokenName", (extract(epoch from created_at) * 1000)::float8 as "createdAt", changes`

export async function readProposal(db: SqlClient, id: string): Promise<ProposalRow | undefined> {
  const { rows } = await db.query<ProposalRow>(`select ${columnsSql} from proposals where id = $1`, [id])
  return rows[0]
}

/** Reads how many proposals would be listed and how long they are. */
export async function measureProposals(
  db: SqlClient,
  projectId: string,
  state: ProposalState,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { rows } = await db.query<{ rows: number; bytes: number }>(
    `select count(*)::integer as rows, coalesce(sum(octet_length(changes::text) + octet_length(reason)), 0)::float8 as bytes
     from proposals where project_id = $1 and state = $2`,
    [projectId, state],
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

/** Reads the proposals in one state, the oldest first. */
export async function readProposals(db: SqlClient, projectId: string, state: ProposalState): Promise<ProposalRow[]> {
  const { rows } = await db.query<ProposalRow>(
    `select ${columnsSql} from proposals where project_id = $1 and state = $2 order by created_at, id`,
    [projectId, state],
  )
  return rows
}

export async function countOpenProposals(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from proposals where project_id = $1 and state = 'open'`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}

/** Deletes the oldest of those that are no longer open, so that a project never collects them without end. */
export async function deleteOldProposals(db: SqlClient, projectId: string, most: number): Promise<void> {
  await db.query(
    `delete from proposals where id in (
       select id from proposals where project_id = $1 and state <> 'open' order by created_at desc, id offset $2)`,
    [projectId, most],
  )
}

interface NewProposal extends Omit<ProposalRow, 'createdAt' | 'state'> {
  readonly at: Date
  readonly clientId: string | null
}

export async function insertProposal(db: SqlClient, proposal: NewProposal): Promise<void> {
  const { id, projectId, title, reason, authorId, tokenId, tokenName, at, changes, clientId } = proposal
  await db.query(
    `insert into proposals (id, project_id, title, reason, author, token_id, token_name, created_at, changes, client_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, projectId, title, reason, authorId, tokenId, tokenName, at, JSON.stringify(changes), clientId],
  )
}

export async function updateProposal(
  db: SqlClient,
  { id, state, changes }: Pick<ProposalRow, 'id' | 'state' | 'changes'>,
  clientId: string | null,
): Promise<void> {
  await db.query(
    `update proposals set state = $2, changes = $3, client_id = $4, changed = nextval('proposal_changes') where id = $1`,
    [id, state, JSON.stringify(changes), clientId],
  )
}

/** The number of the latest change of a project's proposals. */
export async function readLatestChange(db: SqlClient, projectId: string): Promise<number> {
  const { rows } = await db.query<{ latest: number }>(
    'select coalesce(max(changed), 0)::float8 as latest from proposals where project_id = $1',
    [projectId],
  )
  return rows[0]?.latest ?? 0
}

/** A proposal as subscribers get it, with the number of its latest change. */
interface ChangedProposal extends ProposalRow {
  readonly changed: number
  readonly clientId: string | null
}

/** Reads the proposals that changed after a number, in the order of their changes. */
export async function readChangedProposals(
  db: SqlClient,
  projectId: string,
  after: number,
  most: number,
): Promise<ChangedProposal[]> {
  const { rows } = await db.query<ChangedProposal>(
    `select ${columnsSql}, changed::float8 as changed, client_id as "clientId" from proposals
     where project_id = $1 and changed > $2 order by changed limit $3`,
    [projectId, after, most],
  )
  return rows
}

/** Returns the projects whose proposals changed after these numbers. */
export async function findProjectsWithChanges(db: SqlClient, seen: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select project.id from unnest($1::uuid[], $2::float8[]) as project(id, seen)
     where exists (select from proposals where project_id = project.id and changed > project.seen::bigint)`,
    [[...seen.keys()], [...seen.values()]],
  )
  return rows.map(({ id }) => id)
}
