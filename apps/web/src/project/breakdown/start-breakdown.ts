import type { NodeId } from '@espalier/domain'
import { requestBreakdown, requestIdeas } from '../../api/breakdown.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { randomId } from '../../platform/crypto.ts'
import { breakdownTexts as texts } from '../../texts/breakdown.ts'
import { getPlainTitle, isCanvasFocused } from '../actions/action.ts'
import { offerUndo } from '../actions/undo-offers.ts'
import { haveArrived } from '../proposals/offer-undo.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { waitUntilSaved } from './project-link-actions.ts'

/** Breaks a node down. Everything else stays possible meanwhile. */
export async function startBreakdown(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  if (!(await waitUntilSaved(workspace.client))) return workspace.notify(texts.offline, 'failed')
  workspace.map.announce(texts.started(getPlainTitle(workspace, nodeId)))
  // A description that is split has the person's own words: there is nothing to review.
  if (pageConfig().features.ai === 'outline') await splitDescription(workspace, nodeId)
  else await proposeIdeas(workspace, nodeId)
}

async function splitDescription(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  const { client } = workspace
  const answer = await requestBreakdown(nodeId)
  if (!answer.ok) return workspace.notify(answer.message, 'failed')
  const ids = answer.value
  const text = texts.split(ids.length, getPlainTitle(workspace, nodeId))
  if (!(await haveArrived(client, ids))) return workspace.notify(text)
  client.edits.adopt(ids, `breakdown ${randomId()}`)
  offerUndo(workspace, text)
}

/** The ideas are drawn on the map, and reviewed in the panel of proposals, as they come. */
async function proposeIdeas(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  const answer = await requestIdeas(nodeId)
  if (!answer.ok) return workspace.notify(answer.message, 'failed')
  const text = texts.proposed(getPlainTitle(workspace, nodeId))
  const shown = workspace.proposals.get()
  if (shown?.isOpen === true) return workspace.map.announce(text)
  // A person who has moved on keeps their focus. On a phone the panel has not opened by itself.
  const isWaiting =
    workspace.selection.get().current === nodeId && workspace.editing.get() === null && isCanvasFocused()
  if (isWaiting && shown !== null) shown.toggle()
  else workspace.notify(text)
}
