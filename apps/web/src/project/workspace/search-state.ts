import { type NodeId, stepHitIndex } from '@espalier/domain'
import { focusBranch } from './focused-branch.ts'
import type { ProjectWorkspace, SearchState } from './project-workspace.ts'

export const emptySearch: SearchState = { isOpen: false, query: '', hits: null, at: -1 }

/** Opens the search bar, or focuses its field again. */
export function openSearch(workspace: ProjectWorkspace): void {
  const present = workspace.search.get()
  workspace.search.set({ ...present, isOpen: true, focusRequests: (present.focusRequests ?? 0) + 1 })
}

export function closeSearch(workspace: ProjectWorkspace): void {
  const { hits, at } = workspace.search.get()
  const last = hits?.[at]
  workspace.search.set(emptySearch)
  // The person continues from the last hit.
  if (last !== undefined && workspace.client.node(last) !== undefined && workspace.map.isShown(last)) {
    workspace.selection.set({ ids: new Set([last]), current: last })
    workspace.map.focus(last)
    return
  }
  const { current } = workspace.selection.get()
  if (current !== null) workspace.map.focus(current)
}

export function stepToSearchHit(workspace: ProjectWorkspace, step: 1 | -1): void {
  const present = workspace.search.get()
  const at = stepHitIndex(present.at, present.hits?.length ?? 0, step)
  const hit = present.hits?.[at]
  if (hit === undefined) return
  workspace.search.set({ ...present, at })
  workspace.map.reveal(hit, { isCentred: true })
}

/** Any search clears the selection and closes the panel. The first hit is revealed, unless the viewport has to stay. */
export function showSearchHits(
  workspace: ProjectWorkspace,
  query: string,
  found: SearchState['hits'],
  isViewKept = false,
): void {
  const present = workspace.search.get()
  const { branch } = workspace.matches.get()
  const hits = found === null || branch === undefined ? found : found.filter((id) => branch.ids.has(id))
  const at = hits === null || hits.length === 0 ? -1 : 0
  workspace.search.set({ ...present, query, hits, at })
  if (hits === null) return
  workspace.selection.set({ ids: new Set(), current: null })
  workspace.detailsNodeId.set(null)
  const first = hits[0]
  if (first !== undefined && !isViewKept) workspace.map.reveal(first, { isCentred: true })
}

/** Shows a node that folds or filters hide, without a search: nothing else is dimmed. */
export function showHiddenNode(workspace: ProjectWorkspace, id: NodeId): void {
  if (workspace.matches.get().branch?.ids.has(id) === false) focusBranch(workspace, null)
  if (!workspace.map.isShown(id)) workspace.search.set({ ...emptySearch, hits: [id], at: 0 })
}
