import { getDescendantIds, type NodeId } from '@espalier/domain'
import { focusTexts as texts } from '../../texts/focus.ts'
import { focusBranch } from '../workspace/focused-branch.ts'
import type { FocusedBranch, NodeSelection, ProjectWorkspace } from '../workspace/project-workspace.ts'

/**
 * Keeps the focused branch up to date: nodes that are added to it or leave it, and its end. A person who goes to a node
 * outside of it, such as by a link or with a new sibling of its top, sees everything again.
 */
export function followBranch(workspace: ProjectWorkspace): () => void {
  const { client, matches, selection, map } = workspace
  const reread = (): void => {
    const { branch } = matches.get()
    if (branch === undefined) return
    if (client.node(branch.topId) === undefined) {
      focusBranch(workspace, null)
      map.announce(texts.branchGone)
      return
    }
    const ids = getDescendantIds(client.graph, branch.topId).add(branch.topId)
    if (areSame(ids, branch.ids)) return
    const next = { topId: branch.topId, ids }
    matches.set({ ...matches.get(), branch: next, shown: ids })
    deselectOutside(selection.get(), branch, next, selection.set)
  }
  const selectionChanged = (): void => {
    const { current } = selection.get()
    const { branch } = matches.get()
    if (current === null || branch === undefined || branch.ids.has(current) || client.node(current) === undefined)
      return
    focusBranch(workspace, null)
  }
  const { branch } = matches.get()
  if (branch !== undefined) deselectOutside(selection.get(), null, branch, selection.set)
  reread()
  const stops = [
    client.listen(({ isStructural }) => {
      if (isStructural) reread()
    }),
    selection.subscribe(selectionChanged),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Nobody should change nodes that they cannot see. A node that was never in the branch was selected on purpose. */
function deselectOutside(
  { ids, current }: NodeSelection,
  before: FocusedBranch | null,
  { ids: shown }: FocusedBranch,
  select: (next: NodeSelection) => void,
): void {
  const stays = (id: NodeId): boolean => shown.has(id) || before?.ids.has(id) === false
  const kept = [...ids].filter(stays)
  if (kept.length === ids.size) return
  select({ ids: new Set(kept), current: current !== null && stays(current) ? current : (kept[0] ?? null) })
}

function areSame(left: ReadonlySet<NodeId>, right: ReadonlySet<NodeId>): boolean {
  if (left.size !== right.size) return false
  for (const id of left) if (!right.has(id)) return false
  return true
}
