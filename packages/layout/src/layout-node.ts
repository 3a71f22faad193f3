import type { Size } from './geometry.ts'

/** A node to lay out. The first of its parents is the primary one; siblings are in the given order. */
export interface LayoutNode extends Size {
  readonly id: string
  readonly parentId?: string | null
  /** Derived from `parentId` when absent. */
  readonly parentIds?: readonly string[]
}

export type Parentage = Pick<LayoutNode, 'parentId' | 'parentIds'>

const noParents: readonly string[] = []

export const listParentIds = ({ parentIds, parentId }: Parentage): readonly string[] =>
  parentIds ?? (parentId == null ? noParents : [parentId])

const unseen = 0
const open = 1
const done = 2

/** Cuts every cycle in `parents` (0 is no parent) by making the node where it was found a root. */
export function cutCycles(parents: Int32Array): void {
  const states = new Uint8Array(parents.length)
  states[0] = done
  for (let start = 1; start < parents.length; start += 1) {
    if (states[start] !== unseen) continue
    let node = start
    let below = start
    while (states[node] === unseen) {
      states[node] = open
      below = node
      node = parents[node] as number
    }
    if (states[node] === open) parents[below] = 0
    for (let at = start; states[at] === open; at = parents[at] as number) states[at] = done
  }
}
