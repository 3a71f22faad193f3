import type { NodeDiff } from '../node/diff.ts'
import { findLastPosition, findPosition } from './spacing.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { collectDraftChanges } from './changes.ts'
import type { DraftGraph, Graph } from './graph.ts'
import { liftChildren } from './parents.ts'
import type { GraphNode, NodeId } from '../node/node.ts'
import type { EditRefusal } from './rules.ts'

/** The drop target of a dragged node: a new parent, or a sibling to go before or after. */
export interface NodeDrop {
  readonly side: 'onto' | 'before' | 'after'
  readonly targetId: NodeId
}

export interface NodeMove {
  readonly nodeId: NodeId
  readonly drop: NodeDrop
  /** With Shift the node moves alone, and its children go to its former parents. */
  readonly isAlone?: boolean
}

/**
 * Onto a node: it replaces the primary parent, and the moved node becomes its last child. Before or after a sibling:
 * the moved node takes that sibling's parents and the position beside it.
 */
export function moveNode(graph: Graph, move: NodeMove): Result<readonly NodeDiff[], EditRefusal> {
  const node = graph.node(move.nodeId)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  if (move.drop.targetId === move.nodeId) return refuse('self-parent')
  const draft = graph.draft()
  if (move.isAlone === true) liftChildren(draft, new Set([node.id]))
  const moved = relinkForDrop(draft, node, move.drop)
  if (!moved.ok) return moved
  draft.put({ ...node, isDeleted: true })
  const position = findDropPosition(draft, moved.value, move.drop)
  if (!position.ok) return position
  draft.put({ ...moved.value, position: position.value })
  return collectDraftChanges(graph, draft)
}

function relinkForDrop(draft: DraftGraph, node: GraphNode, drop: NodeDrop): Result<GraphNode, EditRefusal> {
  const target = draft.node(drop.targetId)
  if (target === undefined) return refuse('parent-missing')
  if (target.isDeleted) return refuse('parent-deleted')
  if (drop.side !== 'onto') return accept({ ...node, parentIds: target.parentIds })
  if (node.parentIds.includes(target.id)) return refuse('already-parent')
  return accept({ ...node, parentIds: [target.id, ...node.parentIds.slice(1)] })
}

function findDropPosition(draft: DraftGraph, node: GraphNode, drop: NodeDrop): Result<number, EditRefusal> {
  if (drop.side === 'onto') return accept(findLastPosition(draft, node))
  const beside = drop.side === 'after' ? { afterId: drop.targetId } : { beforeId: drop.targetId }
  const found = findPosition(draft, node, beside)
  return found.ok ? accept(found.value ?? node.position) : found
}

export interface ParentLink {
  readonly nodeId: NodeId
  readonly parentId: NodeId
}

/** Adds a parent after the existing ones. */
export function addParent(graph: Graph, link: ParentLink): Result<readonly NodeDiff[], EditRefusal> {
  const node = graph.node(link.nodeId)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  if (node.parentIds.includes(link.parentId)) return refuse('already-parent')
  const draft = graph.draft()
  draft.put({ ...node, parentIds: [...node.parentIds, link.parentId] })
  return collectDraftChanges(graph, draft)
}

/** Removes the link; the node stays under its other parents, or as a root. */
export function removeParent(graph: Graph, link: ParentLink): Result<readonly NodeDiff[], EditRefusal> {
  const node = graph.node(link.nodeId)
  if (node === undefined) return refuse('node-missing')
  if (node.isDeleted) return refuse('node-deleted')
  if (!node.parentIds.includes(link.parentId)) return refuse('not-a-parent')
  const draft = graph.draft()
  draft.put({ ...node, parentIds: node.parentIds.filter((id) => id !== link.parentId) })
  return collectDraftChanges(graph, draft)
}
