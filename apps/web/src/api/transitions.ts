import type { NodeId, ProjectId, Transition } from '@espalier/domain'
import type { FileComment } from '@espalier/interchange'
import { exportedCommentsQuery, livesQuery, transitionsQuery } from '@espalier/schema/documents/transitions'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** A node, deleted or not, with every change of its status. */
export interface NodeTransitions {
  readonly id: NodeId
  readonly title: string
  readonly parentIds: readonly NodeId[]
  readonly transitions: readonly Transition[]
}

/** Null: the request failed, for any reason. */
export async function fetchNodeTransitions(projectId: ProjectId): Promise<readonly NodeTransitions[] | null> {
  const result = await sendOperation(livesQuery, { projectId }, { context: failingSilently })
  return result.ok ? result.value.nodes : null
}

/** Reads when the statuses of a project's nodes changed; null: the server is unreachable. */
export async function fetchTransitionsByNode(
  projectId: ProjectId,
): Promise<ReadonlyMap<NodeId, readonly Transition[]> | null> {
  const result = await sendOperation(transitionsQuery, { projectId }, { context: failingSilently })
  return result.ok ? new Map(result.value.nodes.map(({ id, transitions }) => [id, transitions])) : null
}

/** Reads the comments of a project for a file; null: the server is unreachable. */
export async function fetchFileComments(projectId: ProjectId): Promise<readonly FileComment[] | null> {
  const result = await sendOperation(exportedCommentsQuery, { projectId }, { context: failingSilently })
  return result.ok
    ? result.value.comments.map(({ author, ...comment }) => ({ ...comment, author: author?.email ?? null }))
    : null
}
