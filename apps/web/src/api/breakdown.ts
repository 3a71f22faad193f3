import type { NodeId } from '@espalier/domain'
import { ask } from './graphql/ask.ts'
import { clientId } from './graphql/client-id.ts'
import { gql } from './graphql/gql.ts'
import { dealingWithAll, retriedByCaller } from './graphql/own-codes.ts'

const breakdownMutation = gql`
  mutation AiBreakdownNode($id: ID!) {
    aiBreakdownNode(id: $id) {
      id
    }
  }
`

export type BreakdownResult =
  | { readonly ok: true; readonly ids: readonly NodeId[] }
  /** Why not, in words for the person. */
  | { readonly ok: false; readonly text: string }

// A request of its own: in one with others, they would be answered only once this one is.
const unbatchedHeaders = { 'x-client-id': clientId, accept: 'application/json' }

const unreachableText = 'The server cannot be reached: try again once you are online'

/** Asks for a node to be broken down. Its children come as live events meanwhile; the answer names them all. */
export async function requestBreakdown(id: NodeId): Promise<BreakdownResult> {
  const context = { ...dealingWithAll, ...retriedByCaller, headers: unbatchedHeaders }
  const said = await ask({ query: breakdownMutation, variables: { id }, context })
  if (!said.ok) return { ok: false, text: said.code === 'UNREACHABLE' ? unreachableText : said.text }
  return {
    ok: true,
    ids: (said.fields['aiBreakdownNode'] as readonly { readonly id: NodeId }[]).map((node) => node.id),
  }
}
