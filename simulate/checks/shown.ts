import { findInvariantBreaches, getPrimaryParent, nodeFields, readNodeField } from '@espalier/domain'
import type { NodeRecord, Replica } from '@espalier/sync'

const seen = nodeFields.shown.filter(({ name }) => name !== 'position')

const describeNode = (node: NodeRecord): string =>
  JSON.stringify([node.id, ...seen.map((field) => readNodeField(node, field))])

/** Returns what a person sees except the order: texts, styles and parents. */
export const shown = (replica: Replica): string => [...replica.nodes()].map(describeNode).sort().join('\n')

/**
 * Returns the order of nodes under their primary parent. A node has one position in all of its lists: under its other
 * parents undo may leave it on the other side of a sibling.
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
