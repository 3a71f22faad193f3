import { type EditRefusal, type Graph, type NodeDiff, restoreNodes, type Result, updateNode } from '@espalier/domain'
import type { TrackerLink } from '../../../ports/tracker.ts'

const signs = { inward: '<', outward: '>' } as const

const toToken = ({ typeId, direction, otherId }: Pick<TrackerLink, 'typeId' | 'direction' | 'otherId'>): string =>
  `${typeId}${signs[direction]}${otherId}`

/** The links of an issue as texts that can be compared, whatever order the tracker lists them in. */
export const toLinkTokens = (links: readonly TrackerLink[]): readonly string[] =>
  [...new Set(links.map(toToken))].toSorted()

/** The ids of the issues that a snapshot names in links of this type and direction. */
export function listLinkedIds(
  tokens: readonly string[] | undefined,
  typeId: string,
  direction: TrackerLink['direction'],
): readonly string[] {
  const beginning = toToken({ typeId, direction, otherId: '' })
  return (tokens ?? []).flatMap((token) => (token.startsWith(beginning) ? [token.slice(beginning.length)] : []))
}

/**
 * Decides how a node gets a blocker from its issue. A link that was a further parent before becomes a blocker: the
 * blocking node would otherwise wait for itself, because it waits for the blockers of its parents.
 */
export function planBlocker(graph: Graph, nodeId: string, blockerId: string): Result<readonly NodeDiff[], EditRefusal> {
  const added = updateNode(graph, nodeId, { addBlockedByIds: [blockerId] })
  const [node, blocker] = [graph.node(nodeId), graph.node(blockerId)]
  if (added.ok || added.reason !== 'waits-for-itself' || node === undefined || blocker === undefined) return added
  if (blocker.parentIds.indexOf(nodeId) < 1) return added
  const turned = restoreNodes(graph, [
    { id: blockerId, parentIds: blocker.parentIds.filter((id) => id !== nodeId) },
    { id: nodeId, blockedByIds: [...node.blockedByIds, blockerId] },
  ])
  return turned.ok ? turned : added
}
