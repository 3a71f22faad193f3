import type { NodeId } from '@espalier/domain'
import { focusTexts } from '../../texts/focus.ts'
import { getFocusedId } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { isCanvasFocused, selectNode } from './action.ts'
import { setOwnFolds } from './fold-actions.ts'

/** Shows this many levels of the plan, or of the focused branch, to this person alone. */
export function foldToLevel(workspace: ProjectWorkspace, level: number): void {
  const { graph } = workspace.client
  const topId = getFocusedId(workspace.matches.get())
  const seen = new Set<NodeId>()
  const opened: NodeId[] = []
  let row: readonly NodeId[] = topId === null ? Array.from(graph.children(null), ({ id }) => id) : [topId]
  let last: readonly NodeId[] = []
  for (let depth = 1; depth <= level; depth += 1) {
    const next: NodeId[] = []
    last = row.filter((id) => graph.children(id).length > 0)
    if (depth < level) opened.push(...last)
    for (const id of last) {
      for (const child of graph.children(id)) {
        // A node with several parents is on the level of the nearest.
        if (seen.has(child.id)) continue
        seen.add(child.id)
        next.push(child.id)
      }
    }
    row = next
  }
  setOwnFolds(workspace, opened, false)
  setOwnFolds(workspace, last, true)
  selectShownNode(workspace)
  workspace.map.announce(focusTexts.foldedToLevel(level))
}

/** The selection goes up from a node that is folded away. */
function selectShownNode(workspace: ProjectWorkspace): void {
  const { client, map, selection } = workspace
  const { current } = selection.get()
  let at: NodeId | undefined = current ?? undefined
  while (at !== undefined && !map.isShown(at)) at = client.node(at)?.parentIds[0]
  if (at === undefined || at === current) return
  const isFocused = isCanvasFocused()
  selectNode(workspace, at)
  if (isFocused) map.focus(at)
}
