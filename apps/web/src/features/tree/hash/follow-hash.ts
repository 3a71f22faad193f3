import { isCanvasFocused, selectNode } from '../workbench/acting.ts'
import { closeSearch, emptySearch, showHiddenNode, showSearchHits } from '../workbench/finding.ts'
import { searchNodes } from '../find/searcher.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import type { ProjectAddress } from './tree-hash.ts'

/** Does what an address asks for. With a pan in it, the view goes there and nowhere else. */
export function applyAddress(workspace: ProjectWorkspace, before: ProjectAddress, { node, pan, search }: ProjectAddress): void {
  const isViewKept = pan !== null
  if (search !== null) {
    workspace.search.set({ ...emptySearch, isOpen: true })
    showSearchHits(workspace, search, searchNodes(workspace.board, search), isViewKept)
  } else if (before.search !== null && workspace.search.get().isOpen) {
    closeSearch(workspace)
  }
  if (node !== null && workspace.board.node(node) !== undefined) goToAddressedNode(workspace, node, isViewKept)
  if (pan !== null) workspace.map.setViewport(pan)
}

function goToAddressedNode(workspace: ProjectWorkspace, id: string, isViewKept: boolean): void {
  showHiddenNode(workspace, id)
  selectNode(workspace, id)
  if (!isViewKept) workspace.map.reveal(id, { isCentred: true })
  if (isCanvasFocused()) workspace.map.focus(id)
}
