import type { NodeId, ProjectId, Transition } from '@espalier/domain'
import { ask } from '../board/ask.ts'
import { quietly } from '../graphql/own-codes.ts'
import { gql } from '../graphql/gql.ts'

const transitionsByNodeQuery = gql`
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

interface SentTransitions {
  readonly id: NodeId
  readonly transitions: readonly Transition[]
}

/** When the statuses of a project's nodes changed; null: the server cannot be asked. */
export async function fetchTransitionsByNode(
  projectId: ProjectId,
): Promise<ReadonlyMap<NodeId, readonly Transition[]> | null> {
  const said = await ask({ query: transitionsByNodeQuery, variables: { projectId }, context: quietly })
  if (!said.ok) return null
  return new Map((said.fields['nodes'] as readonly SentTransitions[]).map(({ id, transitions }) => [id, transitions]))
}
