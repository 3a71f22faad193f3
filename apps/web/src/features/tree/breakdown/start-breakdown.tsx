import type { NodeId } from '@espalier/domain'
import { requestBreakdown } from '../../../data/breakdown/index.ts'
import { waitUntilSaved } from '../link/link-intents.ts'
import { isCanvasFocused, getPlainTitle } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { BreakdownBar } from './BreakdownBar.tsx'
import { animateFromParent } from './glide-in.ts'
import { trackBreakdownIdeas } from './ideas.ts'
import { formatIdeaCount } from './texts.ts'

/** Has a node broken down, and shows what comes of it. Everything else can be done meanwhile. */
export async function startBreakdown(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  if (!(await waitUntilSaved(workspace.board)))
    return workspace.notify('The server cannot be reached: try again once you are online', 'failed')
  const title = getPlainTitle(workspace, nodeId)
  const ideas = trackBreakdownIdeas(workspace.board, nodeId, (id) => animateFromParent(workspace, nodeId, id))
  const bar = <BreakdownBar key={nodeId} workspace={workspace} ideas={ideas} />
  workspace.overlay.set(bar)
  workspace.map.announce(`Breaking down ${title}`)
  const answer = await requestBreakdown(nodeId)
  if (!answer.ok) workspace.notify(answer.text, 'failed')
  await ideas.finish(answer.ok ? answer.ids : [])
  const count = ideas.state.get().ids.length
  if (count === 0 && workspace.overlay.get() === bar) workspace.overlay.set(null)
  if (count === 0) return
  workspace.map.announce(`${formatIdeaCount(count, title)}. Keep all, or edit or drop each.`)
  // Whoever has gone on to something else is left there.
  const isWaiting = workspace.selection.get().current === nodeId && workspace.editing.get() === null && isCanvasFocused()
  if (isWaiting && workspace.overlay.get() === bar) document.getElementById('keep-ideas')?.focus()
}
