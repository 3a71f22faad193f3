import type { MapNode } from '../../canvas/map-subject.ts'

/** Converts the list into nested objects of the peer's own shape. */
export function nest<Nested>(
  nodes: readonly MapNode[],
  make: (node: MapNode) => Nested,
  getChildren: (nested: Nested) => Nested[],
): { readonly root: Nested; readonly byId: Map<string, Nested> } {
  const byId = new Map<string, Nested>()
  for (const node of nodes) {
    const nested = make(node)
    const parent = byId.get(node.parentId ?? '')
    if (parent) getChildren(parent).push(nested)
    byId.set(node.id, nested)
  }
  const [first] = byId.values()
  if (first === undefined) throw new Error('the map is empty')
  return { root: first, byId }
}
