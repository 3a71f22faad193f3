import type { MapNode } from '../../canvas/map-subject.ts'

/** The list as nested objects of the peer's own making. */
export function nest<Nested>(
  nodes: readonly MapNode[],
  make: (node: MapNode) => Nested,
  childrenOf: (nested: Nested) => Nested[],
): { readonly root: Nested; readonly byId: Map<string, Nested> } {
  const byId = new Map<string, Nested>()
  for (const node of nodes) {
    const nested = make(node)
    const parent = byId.get(node.parentId ?? '')
    if (parent) childrenOf(parent).push(nested)
    byId.set(node.id, nested)
  }
  const [first] = byId.values()
  if (first === undefined) throw new Error('the map is empty')
  return { root: first, byId }
}
