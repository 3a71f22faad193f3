import { type NodeId, stepHit } from '@espalier/domain'
import type { Find, Workbench } from './workbench.ts'

export const noFind: Find = { isOpen: false, query: '', hits: null, at: -1 }

/** Opens the find bar, or gives its field the focus again. */
export function openFind(bench: Workbench): void {
  const present = bench.find.get()
  bench.find.set({ ...present, isOpen: true, asked: (present.asked ?? 0) + 1 })
}

export function closeFind(bench: Workbench): void {
  const { hits, at } = bench.find.get()
  const last = hits?.[at]
  bench.find.set(noFind)
  // Whoever searched goes on from what they found.
  if (last !== undefined && bench.board.node(last) !== undefined && bench.stage.isShown(last)) {
    bench.selection.set({ ids: new Set([last]), current: last })
    bench.stage.focus(last)
    return
  }
  const { current } = bench.selection.get()
  if (current !== null) bench.stage.focus(current)
}

export function stepFind(bench: Workbench, step: 1 | -1): void {
  const present = bench.find.get()
  const at = stepHit(present.at, present.hits?.length ?? 0, step)
  const hit = present.hits?.[at]
  if (hit === undefined) return
  bench.find.set({ ...present, at })
  bench.stage.reveal(hit, { isCentred: true })
}

/** Any search clears the selection and closes the panel. The first hit is shown, unless the view is to stay where it is. */
export function showHits(bench: Workbench, query: string, hits: Find['hits'], isViewKept = false): void {
  const present = bench.find.get()
  const at = hits === null || hits.length === 0 ? -1 : 0
  bench.find.set({ ...present, query, hits, at })
  if (hits === null) return
  bench.selection.set({ ids: new Set(), current: null })
  bench.panel.set(null)
  const first = hits[0]
  if (first !== undefined && !isViewKept) bench.stage.reveal(first, { isCentred: true })
}

/** Shows a node that folds or filters hide, without a search: nothing else is dimmed. */
export function showAnyway(bench: Workbench, id: NodeId): void {
  if (!bench.stage.isShown(id)) bench.find.set({ ...noFind, hits: [id], at: 0 })
}
