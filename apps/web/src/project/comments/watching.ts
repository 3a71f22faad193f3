import { findRole, isMember, type NodeId, toPlainText } from '@espalier/domain'
import { setWatch, type WatchLevel } from '../../api/comment-settings.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { watchTexts as texts } from '../../texts/watching.ts'
import { toast } from '../../ui/Toasts.tsx'
import { defineNodeAction, getPlainTitle } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Changes what the person is notified of, about a node or, if it is null, about the project, and says so. */
export async function changeWatch(
  workspace: ProjectWorkspace,
  nodeId: NodeId | null,
  level: WatchLevel,
): Promise<void> {
  const { client } = workspace
  const title = nodeId === null ? toPlainText(client.project.get().title) : getPlainTitle(workspace, nodeId)
  const answer = await setWatch(client.projectId, nodeId, level)
  if (!answer.ok) return toastApiFailure(answer)
  const undo = { label: texts.undo, run: () => void changeWatch(workspace, nodeId, 'mine') }
  toast.success(texts.done[level](title), level === 'mine' ? {} : { action: undo })
}

const canWatch = ({ client }: ProjectWorkspace): boolean => isMember(findRole(currentPersonId(), client.project.get()))

const watchAction = defineNodeAction({
  id: 'node.watch',
  label: () => texts.watch,
  isEdit: false,
  isAvailable: canWatch,
  run: (workspace, { id }) => void changeWatch(workspace, id, 'all'),
})

const muteAction = defineNodeAction({
  id: 'node.mute',
  label: () => texts.mute,
  isEdit: false,
  isAvailable: canWatch,
  run: (workspace, { id }) => void changeWatch(workspace, id, 'none'),
})

export const watchActions = [watchAction, muteAction]
