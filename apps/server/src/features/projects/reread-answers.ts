import { ApiError } from '../../api/errors.ts'
import { type NodeView, readNodesById, readProjectIdsByNode } from '../../database/nodes.ts'
import { readProjectRow } from '../../database/projects.ts'
import { hideOutside, isInBranch } from './branch-scope.ts'
import { accessError, allowViewers } from './policy.ts'
import { type ProjectView, readProjectView } from './project-view.ts'
import type { RereadAnswer } from './writes.ts'

/** A repeated change of a node with a long description answers with the node as it is now. */
export const rereadNode: RereadAnswer<NodeView> = async ({ tx, requireReadable }, _caller, id) => {
  const projectId = (await readProjectIdsByNode(tx.client, [id])).get(id)
  if (projectId === undefined) throw new ApiError('NOT_FOUND', 'The node is gone')
  const { branch } = await requireReadable(projectId, allowViewers)
  const [node] = await readNodesById(tx.client, projectId, [id])
  if (node === undefined || !isInBranch(branch, id)) throw new ApiError('NOT_FOUND', 'The node is gone')
  return hideOutside(branch, node)
}

/** The same for a project with long texts. */
export const rereadProject: RereadAnswer<ProjectView> = async ({ tx, requireReadable }, { viewer }, id) => {
  await requireReadable(id, allowViewers)
  const project = await readProjectRow(tx.client, id)
  if (project === undefined) throw accessError('NOT_FOUND')
  return readProjectView(tx.client, project, viewer.person.id)
}
