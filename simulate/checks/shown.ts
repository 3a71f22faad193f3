import { findBreaches, primaryParentOf } from '@espalier/domain'
import type { NodeRecord, Replica } from '@espalier/replica'

const lineOf = (node: NodeRecord, place: readonly string[]): string => {
  const { id, title, body, status, hideChildren, style, parentIds } = node
  return JSON.stringify([id, title, body, status, hideChildren, style.backgroundColor, parentIds, place])
}

/**
 * What a person sees: texts, looks, parents, and the order of those who stand in a list by their primary parent. A node
 * has one place in all of its lists, so that under its other parents undo may leave it on the other side of a sibling.
 */
export function shown(replica: Replica): string {
  const orders = new Map<string | null, readonly string[]>()
  const orderUnder = (parentId: string | null): readonly string[] => {
    const known =
      orders.get(parentId) ??
      [...replica.graph.children(parentId)].filter((child) => primaryParentOf(child) === parentId).map(({ id }) => id)
    orders.set(parentId, known)
    return known
  }
  return [...replica.nodes()]
    .map((node) => lineOf(node, orderUnder(primaryParentOf(node))))
    .sort()
    .join('\n')
}

export const isSound = (replica: Replica): boolean => {
  const nodes = [...replica.nodes()].map((node) => ({ ...node, parentId: primaryParentOf(node) }))
  return findBreaches({ projectId: replica.graph.projectId, nodes }).length === 0
}
