import type { NodeId, ProjectId, Transition } from '@espalier/domain'
import { ask } from '../board/ask.ts'
import { quietly } from '../graphql/own-codes.ts'
import { gql } from '../graphql/gql.ts'

const transitionsQuery = gql`
  query Transitions($projectId: ID!) {
    nodes(projectId: $projectId) {
      id
      transitions {
        dt
        from
        to
      }
    }
  }
`

interface SentNode {
  readonly id: NodeId
  readonly transitions: readonly Transition[]
}

/** When the statuses of a project's nodes changed; null: the server cannot be asked. */
export async function fetchTransitions(
  projectId: ProjectId,
): Promise<ReadonlyMap<NodeId, readonly Transition[]> | null> {
  const said = await ask({ query: transitionsQuery, variables: { projectId }, context: quietly })
  if (!said.ok) return null
  return new Map((said.fields['nodes'] as readonly SentNode[]).map(({ id, transitions }) => [id, transitions]))
}
