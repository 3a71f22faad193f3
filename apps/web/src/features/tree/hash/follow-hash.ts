import { isCanvasFocused, select } from '../workbench/acting.ts'
import { closeFind, noFind, showAnyway, showHits } from '../workbench/finding.ts'
import { searchBoard } from '../find/searcher.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { TreeHash } from './tree-hash.ts'

/** Does what an address asks for. With a pan in it, the view goes there and nowhere else. */
export function followHash(bench: Workbench, before: TreeHash, { node, pan, search }: TreeHash): void {
  const isViewKept = pan !== null
  if (search !== null) {
    bench.find.set({ ...noFind, isOpen: true })
    showHits(bench, search, searchBoard(bench.board, search), isViewKept)
  } else if (before.search !== null && bench.find.get().isOpen) {
    closeFind(bench)
  }
  if (node !== null && bench.board.node(node) !== undefined) goToNode(bench, node, isViewKept)
  if (pan !== null) bench.stage.moveTo(pan)
}

function goToNode(bench: Workbench, id: string, isViewKept: boolean): void {
  showAnyway(bench, id)
  select(bench, id)
  if (!isViewKept) bench.stage.reveal(id, { isCentred: true })
  if (isCanvasFocused()) bench.stage.focus(id)
}
