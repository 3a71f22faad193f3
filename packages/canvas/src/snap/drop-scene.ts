import type { NodeId } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import type { BoxIndex } from '../cull/box-index.ts'

/** What hangs where, as far as a drag has to know it. */
export interface DropStructure {
  /** All parents of a node, the primary one first. */
  parentIds(id: NodeId): readonly NodeId[]
  /** The shown children of a node's primary parent (of a root: the roots) in their order, the node itself among them. */
  siblings(id: NodeId): readonly NodeId[]
}

/** The layout that something is dragged over. */
export interface DropScene {
  readonly index: BoxIndex
  readonly direction: Direction
  /** Undefined where no node may be dropped on: a free slot, the virtual parent of linked projects. */
  idAt(slot: number): NodeId | undefined
  findSlot(id: NodeId): number | undefined
  readonly structure: DropStructure
}

/** Whether a node is one of these or hangs, by any of its parents, below one of them. */
export function isInBranches(ids: ReadonlySet<NodeId>, id: NodeId, structure: DropStructure): boolean {
  const seen = new Set([id])
  for (const at of seen) {
    if (ids.has(at)) return true
    for (const parentId of structure.parentIds(at)) seen.add(parentId)
  }
  return false
}
