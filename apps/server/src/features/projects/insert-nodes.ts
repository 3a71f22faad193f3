import { randomUUID } from 'node:crypto'
import {
  applyChanges,
  areTransitionsContinuous,
  createNode,
  diffNode,
  type EditableGraph,
  editRefusalCodes,
  editRefusalTexts,
  exchangeLimits,
  getParentIds,
  type GraphNode,
  type GraphView,
  limits,
  mapReferences,
  measureChains,
  nestFields,
  type NewNode,
  type NodeDiff,
  nodeFields,
  type NodeId,
  normalizeBody,
  nodesPerStep,
  positionsBetween,
  type ReferenceMap,
  type Steps,
  toStructureFields,
  type Transition,
} from '@espalier/domain'
import { findCycleAmong } from '@espalier/domain/schedule-cycle'
import {
  buildParentIndexInSteps,
  createImportFault,
  type InterchangeNode,
  type ParentIndex,
} from '@espalier/interchange'
import { ApiError } from '../../api/errors.ts'
import type { NodeRecord, SqlClient } from '../../database/nodes.ts'
import { runInSlices } from '../../reliability/work-slices.ts'
import { addNodes, bytesPerNode, changeNodes, createNodeRecord, type NodeFields } from './change-nodes.ts'
import { allowViewers, type SignedInViewer } from './policy.ts'
import { findProjectForViewer } from './project-access.ts'
import type { ProjectWrite } from './project-write.ts'

interface NodesToInsert {
  /** Valid among themselves and sanitized; their ids are only local to the import. */
  readonly nodes: readonly InterchangeNode[]
  /** Null means that their topmost nodes become roots. */
  readonly parentId: NodeId | null
  /** The projects that they may link to. */
  readonly linkable: ReadonlySet<string>
  /** Finds their tags, stages, own fields and people in the project. */
  readonly references: ReferenceMap
}

const nodesPerBatch = 1_000

/** Stores external nodes as new ones in batches. Returns their ids, parents before children. */
export async function insertImportedNodes(
  write: ProjectWrite,
  { nodes, parentId, linkable, references }: NodesToInsert,
): Promise<readonly NodeId[]> {
  if (nodes.length === 0) return []
  const bytes = nodes.reduce((sum, { title, body }) => sum + title.length + body.length + bytesPerNode, 0)
  await write.requireSpace({ nodes: nodes.length, bytes })
  requireNoWaitingCycle(nodes)
  const family = await runInSlices(buildParentIndexInSteps({ nodes }))
  const ids = await runInSlices(createNodeIds(nodes))
  const getNewId = (id: NodeId): NodeId => ids.get(id) ?? ''
  const graph = await write.graphToChange()
  if (parentId !== null) requireDepthWithinLimit(nodes, graph, parentId)
  const newRoots = family.roots.map(({ id }) => ({ id: getNewId(id), parentId }))
  const placedRoots = await runInSlices(placeNodes(graph, newRoots))
  const { positions, inOrder } = await runInSlices(readOrder(family))
  for (const [at, { id }] of family.roots.entries()) positions.set(id, placedRoots.nodes[at]?.position ?? 0)
  const topParents = parentId === null ? [] : [parentId]
  const toRecord = (node: InterchangeNode): NodeRecord => {
    const placed: GraphNode = {
      id: getNewId(node.id),
      projectId: write.project.id,
      parentIds: node.parentIds.length === 0 ? topParents : node.parentIds.map(getNewId),
      // Blockers outside of the file are not imported.
      blockedByIds: (node.blockedByIds ?? []).flatMap((id) => ids.get(id) ?? []),
      position: positions.get(node.id) ?? 0,
      isDeleted: false,
    }
    const transitions = normalizeTransitions(node, write.at.getTime())
    return {
      ...createNodeRecord(write, placed, mapReferences(toImportedContents(node, linkable), references)),
      transitions,
    }
  }
  for (let at = 0; at < inOrder.length; at += nodesPerBatch) {
    const records = inOrder.slice(at, at + nodesPerBatch).map(toRecord)
    if (!(await addNodes(write, records))) throw new Error('a random id was in use')
  }
  await changeNodes(write, { diffs: placedRoots.moves })
  return inOrder.map(({ id }) => getNewId(id))
}

/** New nodes are waited for only by each other and by what is above them, so that only they can close a cycle. */
function requireNoWaitingCycle(nodes: readonly InterchangeNode[]): void {
  if (nodes.every(({ blockedByIds = [] }) => blockedByIds.length === 0)) return
  const waiting = nodes.map(({ id, parentIds, blockedByIds = [] }) => ({ id, parentIds, blockedByIds }))
  if (findCycleAmong(waiting) === null) return
  throw new ApiError(editRefusalCodes['waits-for-itself'], editRefusalTexts['waits-for-itself'])
}

/** Nodes that are valid by themselves may nest too deeply below the target. */
function requireDepthWithinLimit(nodes: readonly InterchangeNode[], graph: GraphView, parentId: NodeId): void {
  const above = measureChains([parentId], (id) => getParentIds(graph, id)).lengths.get(parentId) ?? 0
  const parents = new Map(nodes.map(({ id, parentIds }) => [id, parentIds]))
  for (const length of measureChains(parents.keys(), (id) => parents.get(id) ?? []).lengths.values()) {
    if (above + length > limits.chainNodes) throw new ApiError('BAD_USER_INPUT', createImportFault('too-deep').text)
  }
}

function* createNodeIds(nodes: readonly InterchangeNode[]): Steps<Map<NodeId, NodeId>> {
  const ids = new Map<NodeId, NodeId>()
  for (const { id } of nodes) {
    ids.set(id, randomUUID())
    if (ids.size % nodesPerStep === 0) yield
  }
  return ids
}

interface FileOrder {
  /** The file's positions; siblings with equal positions are spread, because their order would be random. */
  readonly positions: Map<NodeId, number>
  /** Parents before children. */
  readonly inOrder: readonly InterchangeNode[]
}

function* readOrder(family: ParentIndex): Steps<FileOrder> {
  const positions = new Map<NodeId, number>()
  const inOrder: InterchangeNode[] = []
  for (const { node } of family.walk()) {
    inOrder.push(node)
    if (inOrder.length % nodesPerStep === 0) yield
    const children = family.children(node.id)
    const isSpread = children.every(({ position }, at) => {
      const before = children[at - 1]
      return before === undefined || position - before.position >= limits.narrowestGap
    })
    const spread = isSpread ? [] : positionsBetween(undefined, undefined, children.length)
    for (const [at, { id, position }] of children.entries()) positions.set(id, spread[at] ?? position)
  }
  return { positions, inOrder }
}

/** The fields that are stored as the file has them; the others have their own reader or belong to the structure. */
const importedFields = nodeFields.inFiles.filter(({ merge }) => merge === 'last-writer')

function toImportedContents(node: InterchangeNode, linkable: ReadonlySet<string>): NodeFields {
  const values: Readonly<Record<string, unknown>> = { ...node }
  return {
    ...nestFields(importedFields, ({ name }) => values[name]),
    body: normalizeBody(node.body),
    projectLink: pickAllowedLink(node, linkable),
  }
}

function pickAllowedLink({ projectLink }: InterchangeNode, linkable: ReadonlySet<string>): string | null {
  const id = projectLink?.toLowerCase()
  return id !== undefined && linkable.has(id) ? id : null
}

/** Keeps a history that ends in the node's status; times from a clock ahead of ours are set to now. */
function normalizeTransitions({ transitions = [], status }: InterchangeNode, now: number): readonly Transition[] {
  if (transitions.at(-1)?.to !== status || !areTransitionsContinuous(transitions))
    return [{ dt: now, from: 'deleted', to: status }]
  return transitions.map(({ dt, from, to }) => ({ dt: Math.trunc(Math.min(Math.max(0, dt), now)), from, to }))
}

/** Finding a place may move siblings, which takes longer than other steps. */
const nodesPerPlacingStep = 50

interface PlacedNodes {
  readonly nodes: readonly GraphNode[]
  /** The nodes that have to move for them. */
  readonly moves: readonly NodeDiff[]
}

/** Decides positions for many new nodes in turn, on a structure that is discarded if the change fails. */
export function* placeNodes(graph: EditableGraph, newNodes: readonly NewNode[]): Steps<PlacedNodes> {
  const newIds = new Set(newNodes.map(({ id }) => id))
  const moved = new Map<string, GraphNode>()
  for (const [at, newNode] of newNodes.entries()) {
    if (at % nodesPerPlacingStep === nodesPerPlacingStep - 1) yield
    const decided = createNode(graph, newNode)
    if (!decided.ok) throw new ApiError(editRefusalCodes[decided.reason], editRefusalTexts[decided.reason])
    const { node, changes } = decided.value
    graph.put(node)
    for (const { id } of changes) {
      const before = graph.node(id)
      if (before !== undefined && !newIds.has(id) && !moved.has(id)) moved.set(id, before)
    }
    applyChanges(graph, changes)
  }
  return {
    nodes: newNodes.flatMap(({ id }) => graph.node(id) ?? []),
    moves: [...moved.values()].flatMap((before) => diffMovedNode(graph, before)),
  }
}

function diffMovedNode(graph: GraphView, before: GraphNode): readonly NodeDiff[] {
  const after = graph.node(before.id)
  const diff = after === undefined ? null : diffNode(before.id, toStructureFields(before), toStructureFields(after))
  return diff === null ? [] : [diff]
}

/** Returns which of the linked projects the importing person may see. */
export async function findLinkableProjects(
  db: SqlClient,
  viewer: SignedInViewer,
  nodes: readonly InterchangeNode[],
  ownId: string,
): Promise<ReadonlySet<string>> {
  const named = new Set(nodes.flatMap(({ projectLink }) => projectLink?.toLowerCase() ?? []))
  named.delete(ownId)
  const linkable = new Set<string>()
  for (const id of [...named].slice(0, exchangeLimits.linkedProjects)) {
    if (allowViewers(viewer, await findProjectForViewer(db, viewer, id)) === 'allowed') linkable.add(id)
  }
  return linkable
}
