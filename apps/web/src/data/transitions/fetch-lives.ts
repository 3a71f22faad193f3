import type { NodeId, ProjectId, Transition } from '@espalier/domain'
import { ask } from '../board/ask.ts'
import { gql } from '../graphql/gql.ts'
import { quietly } from '../graphql/own-codes.ts'

/** A node, deleted or not, with every change of its state. */
export interface NodeTransitions {
  readonly id: NodeId
  readonly title: string
  readonly parentIds: readonly NodeId[]
  readonly transitions: readonly Transition[]
}

export const nodeTransitionsQuery = gql`
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
