import type { SqlClient } from './nodes.ts'

/** The person or program that has claimed a node, as it was stored then. */
export interface NodeClaim {
  readonly nodeId: string
  readonly userId: string
  /** Null for a person. */
  readonly tokenId: string | null
  readonly claimedAt: Date
}

export async function readNodeClaim(db: SqlClient, nodeId: string): Promise<NodeClaim | null> {
  const { rows } = await db.query<NodeClaim>(
    `select node_id as "nodeId", user_id as "userId", token_id as "tokenId", claimed_at as "claimedAt"
     from node_claims where node_id = $1`,
    [nodeId],
  )
  return rows[0] ?? null
}

/** Replaces a claim that no longer counts. */
export async function storeNodeClaim(db: SqlClient, { nodeId, userId, tokenId, claimedAt }: NodeClaim): Promise<void> {
  await db.query(
    `insert into node_claims (node_id, user_id, token_id, claimed_at) values ($1, $2, $3, $4)
     on conflict (node_id) do update set user_id = $2, token_id = $3, claimed_at = $4`,
    [nodeId, userId, tokenId, claimedAt],
  )
}

export async function deleteNodeClaim(db: SqlClient, nodeId: string): Promise<void> {
  await db.query('delete from node_claims where node_id = $1', [nodeId])
}
