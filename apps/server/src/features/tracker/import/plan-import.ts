import { setImmediate } from 'node:timers/promises'
import {
  addParent,
  applyChanges,
  cleanText,
  createNode,
  type EditableGraph,
  type GraphNode,
  normalizeBody,
  toPlainText,
  updateNode,
} from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue, TrackerSnapshot } from '../../../ports/tracker.ts'
import { MarkupError, sanitizeRichText } from '../../../security/sanitize-html.ts'
import { createNodeRecord } from '../../projects/index.ts'

/** What a node takes from its issue. */
type IssueContents = Pick<NodeRecord, 'title' | 'body' | 'status' | 'externalKey'>

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// Half a sign, or none at all, cannot be stored.
const toStorableText = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')

const maxTitleLength = 1_000
const maxBodyLength = 1_000_000
// Jira's own limit is 32,767 characters. Longer markup would hold up everybody else while it is sanitized.
const maxMarkupLength = 100_000

export const toNodeTitle = ({ summary, key }: TrackerIssue): string => {
  const line = cleanText(toStorableText(summary)).replaceAll(/\s+/gu, ' ').trim().slice(0, maxTitleLength)
  return escapeText(line === '' ? key : toStorableText(line))
}

/** Bodies that were sanitized already, by the issue they were made from. */
const preparedBodies = new WeakMap<TrackerIssue, string>()

const turnMs = 10

/**
 * Sanitizes what issues say before a transaction needs it, a little at a time: inside one, the project would stay locked
 * and its connection taken meanwhile.
 */
export async function prepareNodeBodies(issues: readonly TrackerIssue[]): Promise<void> {
  let turnStartedAt = performance.now()
  for (const issue of issues) {
    if (performance.now() - turnStartedAt > turnMs) {
      await setImmediate()
      turnStartedAt = performance.now()
    }
    if (!preparedBodies.has(issue)) preparedBodies.set(issue, toNodeBody(issue))
  }
}

/** Beyond what anybody writes, the text alone is kept: a tag that is cut in two is none. */
export const toNodeBody = (issue: TrackerIssue): string => {
  const prepared = preparedBodies.get(issue)
  if (prepared !== undefined) return prepared
  const html = toStorableText(issue.description)
  const body = html.length <= maxMarkupLength ? sanitizeOrNull(html) : null
  return body ?? escapeText(cleanText(toPlainText(html)).slice(0, maxBodyLength / 10))
}

function sanitizeOrNull(html: string): string | null {
  try {
    return normalizeBody(sanitizeRichText(html))
  } catch (error) {
    if (error instanceof MarkupError) return null
    throw error
  }
}

export const toIssueContents = (issue: TrackerIssue): IssueContents => ({
  title: toNodeTitle(issue),
  body: toNodeBody(issue),
  status: issue.status,
  externalKey: issue.key,
})

export const toIssueSnapshot = ({
  summary,
  description,
  status,
  parentKey,
  updatedAt,
}: TrackerIssue): TrackerSnapshot => ({
  summary: toStorableText(summary),
  description: toStorableText(description),
  status,
  parentKey,
  updatedAt,
})

interface ImportPlan {
  /** Issue id to node id, of every issue. */
  readonly nodeIds: ReadonlyMap<string, string>
  /** Issues that had no node. */
  readonly created: readonly TrackerIssue[]
}

/** What is known of an issue from before. */
export interface KnownIssue {
  readonly nodeId: string
  readonly snapshot: TrackerSnapshot | null
}

interface ImportPlanInput {
  readonly issues: readonly TrackerIssue[]
  readonly known: ReadonlyMap<string, KnownIssue>
  readonly linkTypeId: string | null
  newId(): string
}

/**
 * Puts every issue where it belongs, on a graph that keeps the changes. A node that is there already is moved only where the
 * tracker moved its issue, and comes back where it was deleted. Links that would close a circle, or lead out, are left out.
 */
export function planImport(graph: EditableGraph, { issues, known, linkTypeId, newId }: ImportPlanInput): ImportPlan {
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
  for (const issue of issues) linkParents(graph, issue, nodeIds, linkTypeId)
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

/** Who blocks another serves it: the one that is blocked is a further parent. */
function linkParents(
  graph: EditableGraph,
  issue: TrackerIssue,
  nodeIds: ReadonlyMap<string, string>,
  linkTypeId: string | null,
): void {
  const nodeId = nodeIds.get(issue.id)
  for (const { typeId, direction, otherId } of issue.links) {
    const parentId = nodeIds.get(otherId)
    if (typeId !== linkTypeId || direction !== 'outward' || nodeId === undefined || parentId === undefined) continue
    const linked = addParent(graph, { nodeId, parentId })
    if (linked.ok) applyChanges(graph, linked.value)
  }
}

/** A new node for an issue, at its place. */
export const createNodeFromIssue = (placed: GraphNode, issue: TrackerIssue, at: Date): NodeRecord =>
  createNodeRecord(placed, toIssueContents(issue), at)
