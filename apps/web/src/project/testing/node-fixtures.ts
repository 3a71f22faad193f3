import { nodeFields, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'

export type NodeFixture = { readonly id: NodeId } & Partial<NodeRecord>

export const buildNodeRecord = (node: NodeFixture, position = 0): NodeRecord => ({
  ...nodeFields.pageDefaults,
  projectId: 'pear',
  position,
  ...node,
})

/** A nested outline as nodes: `{ a: { b: {} } }`. The keys are both ids and titles. */
export interface OutlineFixture {
  readonly [id: string]: OutlineFixture
}

export function nodesFromOutline(outline: OutlineFixture, parentIds: readonly NodeId[] = []): readonly NodeFixture[] {
  return Object.entries(outline).flatMap(([id, below], index) => [
    { id, title: id, parentIds, position: 100 * (index + 1) },
    ...nodesFromOutline(below, [id]),
  ])
}
