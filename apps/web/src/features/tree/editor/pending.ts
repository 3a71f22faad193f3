import type { NodeId } from '@espalier/domain'
import { type Cell, createCell } from '../../../platform/cell.ts'

const cell = createCell<ReadonlySet<NodeId>>(new Set())

/** The nodes whose title in the editor differs from the one that is stored. */
export const pendingTitles: Cell<ReadonlySet<NodeId>> = cell

export function setPending(id: NodeId, isPending: boolean): void {
  if (cell.get().has(id) === isPending) return
  const next = new Set(cell.get())
  if (isPending) next.add(id)
  else next.delete(id)
  cell.set(next)
}
