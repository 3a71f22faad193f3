import type { Collaborator } from '../../../data/presence/index.ts'
import { goToNode, getPlainTitle } from '../workbench/acting.ts'
import { showHiddenNode } from '../workbench/finding.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

/** Goes to the node that somebody else stands on. */
export function goToPerson(workspace: ProjectWorkspace, { name, nodeIds }: Collaborator): void {
  const id = nodeIds.find((one) => workspace.board.node(one) !== undefined)
  if (id === undefined) return workspace.notify(`${name} has nothing selected`)
  showHiddenNode(workspace, id)
  workspace.map.reveal(id, { isCentred: true })
  goToNode(workspace, id)
  workspace.map.announce(`${name} is at ${getPlainTitle(workspace, id)}`)
}
