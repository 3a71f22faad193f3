import { findInvariantBreaches, getPrimaryParent } from '@espalier/domain'
import type { NodeRecord, Replica } from '@espalier/sync'

const lineOf = (node: NodeRecord): string => {
  const { id, title, body, status, hideChildren, style, parentIds } = node
  return JSON.stringify([id, title, body, status, hideChildren, style.backgroundColor, parentIds])
}

/** What a person sees but for the order: texts, looks and parents. */
export const shown = (replica: Replica): string => [...replica.nodes()].map(lineOf).sort().join('\n')

/**
 * The order of those who stand in a list by their primary parent. A node has one place in all of its lists: under its
 * other parents undo may leave it on the other side of a sibling.
 */
export function orderShown(replica: Replica): string {
  const lists = [null, ...[...replica.nodes()].map(({ id }) => id).sort()].map((parentId) =>
    [...replica.graph.children(parentId)].filter((child) => getPrimaryParent(child) === parentId).map(({ id }) => id),
  )
  return lists.map((ids) => ids.join(' ')).join('\n')
}

export const isSound = (replica: Replica): boolean => {
  const nodes = [...replica.nodes()].map((node) => ({ ...node, parentId: getPrimaryParent(node) }))
  return findInvariantBreaches({ projectId: replica.graph.projectId, nodes }).length === 0
}
