import type { NodeId, ProjectId, Transition } from '@espalier/domain'
import { ask } from './graphql/ask.ts'
import { gql } from './graphql/gql.ts'
import { quietly } from './graphql/own-codes.ts'

/** A node, deleted or not, with every change of its state. */
export interface NodeTransitions {
  readonly id: NodeId
  readonly title: string
  readonly parentIds: readonly NodeId[]
  readonly transitions: readonly Transition[]
}

const nodeTransitionsQuery = gql`
  query Lives($projectId: ID!) {
    nodes(projectId: $projectId, includeDeleted: true) {
      id
      title
      parentIds
      transitions {
        dt
        from
        to
      }
    }
  }
`

/** Null: they could not be had, for whatever reason. */
export async function fetchNodeTransitions(projectId: ProjectId): Promise<readonly NodeTransitions[] | null> {
  const said = await ask({ query: nodeTransitionsQuery, variables: { projectId }, context: quietly })
  return said.ok ? (said.fields['nodes'] as readonly NodeTransitions[]) : null
}

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
