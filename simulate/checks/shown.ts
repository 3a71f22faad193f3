import { findBreaches, primaryParentOf } from '@espalier/domain'
import type { NodeRecord, Replica } from '@espalier/replica'

const lineOf = (node: NodeRecord, place: readonly string[]): string => {
  const { id, title, body, status, hideChildren, style, parentIds } = node
  return JSON.stringify([id, title, body, status, hideChildren, style.backgroundColor, parentIds, place])
}

/** What a person sees: texts, looks, parents, and the order in each list; neither numbers of places nor versions. */
export function shown(replica: Replica): string {
  const orders = new Map<string, string[]>()
  for (const node of replica.nodes()) {
    for (const parentId of node.parentIds.length === 0 ? [null] : node.parentIds) {
      if (orders.has(parentId ?? '')) continue
      orders.set(
        parentId ?? '',
        [...replica.graph.children(parentId)].map(({ id }) => id),
      )
    }
  }
  return [...replica.nodes()]
    .map((node) => lineOf(node, orders.get(node.parentIds[0] ?? '') ?? []))
    .sort()
    .join('\n')
}

export const isSound = (replica: Replica): boolean => {
  const nodes = [...replica.nodes()].map((node) => ({ ...node, parentId: primaryParentOf(node) }))
  return findBreaches({ projectId: replica.graph.projectId, nodes }).length === 0
}
