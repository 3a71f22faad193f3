import { limits } from '../core/limits.ts'
import { diffNode } from '../node/diff.ts'
import { getListIds, getPrimaryParent, type GraphNode, type ListId, type NodeId, type ProjectId } from '../node/node.ts'
import { isPosition } from '../ordering/position.ts'
import { findCycleAmong } from './find-waiting-cycle.ts'
import { measureChains } from './walk.ts'

/** A node as a table, a replayed log or a client holds it. */
export interface StoredNode extends GraphNode {
  readonly parentId: NodeId | null
}

export interface InvariantBreach {
  readonly rule:
    | 'node-elsewhere'
    | 'cycle'
    | 'too-deep'
    | 'parent-missing'
    | 'parent-deleted'
    | 'parent-elsewhere'
    | 'duplicate-parent'
    | 'waits-for-itself'
    | 'primary-parent'
    | 'position-out-of-range'
    | 'position-taken'
    | 'log-differs'
  /** The node at fault; null when it concerns the whole project. */
  readonly nodeId: NodeId | null
}

export interface InvariantInput {
  readonly projectId: ProjectId
  readonly nodes: Iterable<StoredNode>
  /** The table that the replayed change log gives. Omitted: not checked. */
  readonly replayed?: Iterable<StoredNode>
}

/** Returns every violated invariant of a project's nodes; none on sound data. O(nodes and links). */
export function findInvariantBreaches({ projectId, nodes, replayed }: InvariantInput): InvariantBreach[] {
  const byId = new Map<NodeId, StoredNode>()
  for (const node of nodes) byId.set(node.id, node)
  const breaches: InvariantBreach[] = []
  for (const node of byId.values()) {
    if (node.projectId !== projectId) breaches.push({ rule: 'node-elsewhere', nodeId: node.id })
    breaches.push(...findOwnBreaches(node, byId))
  }
  breaches.push(...findChainBreaches(byId), ...findWaitingBreaches(byId), ...findTakenPositions(byId.values()))
  if (replayed !== undefined) breaches.push(...findLogBreaches(byId, replayed))
  return breaches
}

function findOwnBreaches(node: StoredNode, byId: ReadonlyMap<NodeId, StoredNode>): InvariantBreach[] {
  const rules: InvariantBreach['rule'][] = []
  if (node.parentId !== getPrimaryParent(node)) rules.push('primary-parent')
  if (new Set(node.parentIds).size !== node.parentIds.length) rules.push('duplicate-parent')
  if (!isPosition(node.position)) rules.push('position-out-of-range')
  for (const parentId of node.parentIds) {
    const parent = byId.get(parentId)
    if (parent === undefined) rules.push('parent-missing')
    else if (parent.projectId !== node.projectId) rules.push('parent-elsewhere')
    else if (parent.isDeleted && !node.isDeleted) rules.push('parent-deleted')
  }
  return rules.map((rule) => ({ rule, nodeId: node.id }))
}

function findChainBreaches(byId: ReadonlyMap<NodeId, StoredNode>): InvariantBreach[] {
  const { lengths, hasCycle } = measureChains(byId.keys(), (id) => byId.get(id)?.parentIds ?? [])
  if (hasCycle) return [{ rule: 'cycle', nodeId: null }]
  const isTooDeep = (node: StoredNode): boolean => !node.isDeleted && (lengths.get(node.id) ?? 0) > limits.chainNodes
  return [...byId.values()].filter(isTooDeep).map((node) => ({ rule: 'too-deep', nodeId: node.id }))
}

/** A deleted node may name a blocker that would close a cycle: that is checked when it is undeleted. */
function findWaitingBreaches(byId: ReadonlyMap<NodeId, StoredNode>): InvariantBreach[] {
  const nodes = [...byId.values()]
  if (nodes.every(({ blockedByIds }) => blockedByIds.length === 0)) return []
  const cycle = findCycleAmong(nodes.filter(({ isDeleted }) => !isDeleted))
  return cycle === null ? [] : [{ rule: 'waits-for-itself', nodeId: cycle[0] ?? null }]
}

function findTakenPositions(nodes: Iterable<StoredNode>): InvariantBreach[] {
  const taken = new Map<ListId, Set<number>>()
  const breaches: InvariantBreach[] = []
  for (const node of nodes) {
    for (const listId of getListIds(node)) {
      const positions = taken.get(listId) ?? new Set()
      taken.set(listId, positions)
      if (positions.has(node.position)) breaches.push({ rule: 'position-taken', nodeId: node.id })
      positions.add(node.position)
    }
  }
  return breaches
}

function findLogBreaches(byId: ReadonlyMap<NodeId, StoredNode>, replayed: Iterable<StoredNode>): InvariantBreach[] {
  const unseen = new Set(byId.keys())
  const differing: NodeId[] = []
  for (const copy of replayed) {
    const node = byId.get(copy.id)
    unseen.delete(copy.id)
    if (node === undefined || !isSameRow(node, copy)) differing.push(copy.id)
  }
  return [...differing, ...unseen].map((nodeId) => ({ rule: 'log-differs', nodeId }))
}

const isSameRow = (left: StoredNode, right: StoredNode): boolean =>
  diffNode(left.id, { ...left }, { ...right }) === null && diffNode(left.id, { ...right }, { ...left }) === null
