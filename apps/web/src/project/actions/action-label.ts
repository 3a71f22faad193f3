import type { NodeId } from '@espalier/domain'
import { actionLabelTexts } from '../../texts/action-labels.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { WorkspaceAction } from './action.ts'

const isLabeledId = (id: string): id is keyof typeof actionLabelTexts => Object.hasOwn(actionLabelTexts, id)

/** Returns the name of an action. It is in a file of its own, because the canvas can do without most names. */
export function getActionLabel(
  { id, label }: WorkspaceAction,
  workspace: ProjectWorkspace,
  nodeId: NodeId | null,
): string {
  if (label !== undefined) return label(workspace, nodeId)
  if (!isLabeledId(id)) throw new Error(`the action ${id} has no name`)
  return actionLabelTexts[id]
}
