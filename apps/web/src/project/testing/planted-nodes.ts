import { nodeFields, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'

export type PlantedNode = { readonly id: NodeId } & Partial<NodeRecord>

export const plantedNode = (node: PlantedNode, position = 0): NodeRecord => ({
  ...nodeFields.pageDefaults,
  projectId: 'pear',
  position,
  ...node,
})

/** A nested outline as nodes: `{ a: { b: {} } }`. The keys are both ids and titles. */
export interface Sketch {
  readonly [id: string]: Sketch
}

export function sketched(sketch: Sketch, parentIds: readonly NodeId[] = []): readonly PlantedNode[] {
  return Object.entries(sketch).flatMap(([id, below], index) => [
    { id, title: id, parentIds, position: 100 * (index + 1) },
    ...sketched(below, [id]),
  ])
}
