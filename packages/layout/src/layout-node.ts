import type { Size } from './rect.ts'

/** What is laid out. The first of its parents is the primary one; siblings stand in the order in which they are given. */
export interface LayoutNode extends Size {
  readonly id: string
  readonly parentId?: string | null
  /** Taken from `parentId` when absent. */
  readonly parentIds?: readonly string[]
}

export type Parentage = Pick<LayoutNode, 'parentId' | 'parentIds'>

const noParents: readonly string[] = []

export const listParentIds = ({ parentIds, parentId }: Parentage): readonly string[] =>
  parentIds ?? (parentId == null ? noParents : [parentId])
