import {
  addParent,
  applyChanges,
  createNode,
  type EditableGraph,
  type TrackerLinks,
  updateNode,
} from '@espalier/domain'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { listLinkedIds, planBlocker, toLinkTokens } from '../links/blockers.ts'

interface ImportPlan {
  /** Maps every issue id to its node id. */
  readonly nodeIds: ReadonlyMap<string, string>
  /** Issues without a node so far. */
  readonly created: readonly TrackerIssue[]
}

/** The stored state of an issue. */
export interface KnownIssue {
  readonly nodeId: string
  readonly snapshot: TrackerSnapshot | null
}

interface ImportPlanInput {
  readonly issues: readonly TrackerIssue[]
  readonly known: ReadonlyMap<string, KnownIssue>
  readonly linkTypeId: string | null
  /** The meaning of a link of that type in the plan. */
  readonly linksAs: TrackerLinks
  newId(): string
}

/**
 * Places every issue on a graph that records the changes. An existing node is moved only if the tracker moved its
 * issue, and is restored if it was deleted. Links that would form a cycle or lead out of the epic are left out.
 */
export function planImport(graph: EditableGraph, input: ImportPlanInput): ImportPlan {
  const { issues, known, linkTypeId, linksAs, newId } = input
  const nodeIds = new Map<string, string>()
  const byKey = new Map<string, string>()
  const created: TrackerIssue[] = []
  for (const issue of issues) {
    const parentId = issue.parentKey === null ? null : (byKey.get(issue.parentKey) ?? null)
    const before = known.get(issue.id)
    const nodeId = before?.nodeId ?? newId()
    nodeIds.set(issue.id, nodeId)
    byKey.set(issue.key, nodeId)
    if (before === undefined) {
      placeNewNode(graph, nodeId, parentId)
      created.push(issue)
    } else placeKnownNode(graph, nodeId, { parentId, hasMoved: before.snapshot?.parentKey !== issue.parentKey })
  }
  for (const issue of issues) {
    if (linkTypeId === null) break
    if (linksAs === 'parents') linkParents(graph, issue, nodeIds, linkTypeId)
    else linkBlockers(graph, issue, { nodeIds, linkTypeId, former: known.get(issue.id)?.snapshot ?? null })
  }
  return { nodeIds, created }
}

function placeNewNode(graph: EditableGraph, id: string, parentId: string | null): void {
  const made = createNode(graph, { id, parentId })
  if (!made.ok) throw new Error(`an issue cannot be placed: ${made.reason}`)
  graph.put(made.value.node)
  applyChanges(graph, made.value.changes)
}

function placeKnownNode(
  graph: EditableGraph,
  id: string,
  { parentId, hasMoved }: { readonly parentId: string | null; readonly hasMoved: boolean },
): void {
  const node = graph.node(id)
  if (node === undefined || (!node.isDeleted && !hasMoved)) return
  const extra = node.parentIds.slice(1).filter((other) => other !== parentId && graph.node(other)?.isDeleted === false)
  const update = { parentIds: parentId === null ? [] : [parentId, ...extra], isDeleted: false }
  const moved = updateNode(graph, id, update)
  if (moved.ok) applyChanges(graph, moved.value)
  else if (node.isDeleted) throw new Error(`an issue cannot be placed: ${moved.reason}`)
}

/** A blocking issue serves the blocked one, so the blocked issue is a further parent. */
function linkParents(
  graph: EditableGraph,
  issue: TrackerIssue,
  nodeIds: ReadonlyMap<string, string>,
  linkTypeId: string,
): void {
  const nodeId = nodeIds.get(issue.id)
  for (const { typeId, direction, otherId } of issue.links) {
    const parentId = nodeIds.get(otherId)
    if (typeId !== linkTypeId || direction !== 'outward' || nodeId === undefined || parentId === undefined) continue
    const linked = addParent(graph, { nodeId, parentId })
    if (linked.ok) applyChanges(graph, linked.value)
  }
}

interface BlockerImport {
  readonly nodeIds: ReadonlyMap<string, string>
  readonly linkTypeId: string
  /** The issue at the last agreement; null: there was none. */
  readonly former: TrackerSnapshot | null
}

/** Applies what the tracker changed since the last agreement. A blocker whose issue is gone stays like its node. */
function linkBlockers(graph: EditableGraph, issue: TrackerIssue, { nodeIds, linkTypeId, former }: BlockerImport): void {
  const nodeId = nodeIds.get(issue.id)
  if (nodeId === undefined) return
  const now = listLinkedIds(toLinkTokens(issue.links), linkTypeId, 'inward')
  const before = listLinkedIds(former?.links, linkTypeId, 'inward')
  const toNodeIds = (issueIds: readonly string[]): string[] => issueIds.flatMap((id) => nodeIds.get(id) ?? [])
  const removeBlockedByIds = toNodeIds(before.filter((id) => !now.includes(id)))
  const removed = updateNode(graph, nodeId, { removeBlockedByIds })
  if (removed.ok) applyChanges(graph, removed.value)
  for (const blockerId of toNodeIds(now.filter((id) => !before.includes(id)))) {
    const added = planBlocker(graph, nodeId, blockerId)
    if (added.ok) applyChanges(graph, added.value)
  }
}
