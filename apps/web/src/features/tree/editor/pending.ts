import type { NodeId } from '@espalier/domain'
import { type Cell, createCell } from '../../../platform/cell.ts'

const unsavedTitlesCell = createCell<ReadonlySet<NodeId>>(new Set())

/** The nodes whose title in the editor differs from the one that is stored. */
export const unsavedTitles: Cell<ReadonlySet<NodeId>> = unsavedTitlesCell

export function markTitleUnsaved(id: NodeId, isPending: boolean): void {
  if (unsavedTitlesCell.get().has(id) === isPending) return
  const next = new Set(unsavedTitlesCell.get())
  if (isPending) next.add(id)
  else next.delete(id)
  unsavedTitlesCell.set(next)
}
