import {
  accept,
  createNode,
  deleteNode,
  deleteNodeWithChildren,
  diffNode,
  type EditRefusal,
  type Graph,
  type GraphNode,
  type NodeDiff,
  nodeFields,
  type NodeId,
  pickFields,
  refuse,
  type Result,
  type SetChanges,
  setNameByInput,
  settleFields,
  updateNodes,
} from '@espalier/domain'
import { plainDiff, toFieldValues, toWantedValues, withFields } from './fields.ts'
import type { NodeFields, NodeRecord } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import { type NewContents, type NodeChange, type NodeRequest, changesStructure } from './operations.ts'

/** The effect of a request, decided as the server decides it. */
export interface Prediction {
  /** Contains each node once. */
  readonly diffs: readonly NodeDiff[]
  /** The node that the request creates. */
  readonly createdNode: NodeRecord | null
}

type Rules = Pick<NodeTable, 'graph' | 'record' | 'definitions'>

export function predict(present: Rules, request: NodeRequest): Result<Prediction, EditRefusal> {
  switch (request.kind) {
    case 'create': {
      const created = createNode(present.graph, { id: request.id, ...request.place })
      if (!created.ok) return created
      const node = createPredictedNode(present, created.value.node, request.contents)
      return node.ok ? acceptPrediction(created.value.changes, node.value) : node
    }
    case 'update':
      return predictUpdate(present, [request.id], request.change)
    case 'update-many':
      return predictUpdate(present, request.ids, request.change)
    case 'delete': {
      const deleted = deleteNode(present.graph, request.id)
      return deleted.ok ? acceptPrediction(deleted.value) : deleted
    }
    case 'delete-branch': {
      const deleted = deleteNodeWithChildren(present.graph, request.id)
      return deleted.ok ? acceptPrediction(deleted.value.changes) : deleted
    }
  }
}

const acceptPrediction = (
  diffs: readonly NodeDiff[],
  createdNode: NodeRecord | null = null,
): Result<Prediction, never> => accept({ diffs: diffs.map(plainDiff), createdNode })

function createPredictedNode(
  { definitions }: Rules,
  placed: GraphNode,
  contents: NewContents,
): Result<NodeRecord, EditRefusal> {
  // The version is 0, so that every stored version is later.
  const node = { ...nodeFields.pageDefaults, ...placed, version: 0 }
  const settled = settleFields(node, contents, definitions().stages)
  return settled.ok ? accept(withFields(node, toWantedValues(node, settled.value))) : settled
}

function predictUpdate(present: Rules, ids: readonly NodeId[], change: NodeChange): Result<Prediction, EditRefusal> {
  if (ids.some((id) => present.record(id) === undefined)) return refuse('node-missing')
  const moved = changesStructure(change) ? updateStructure(present.graph, ids, change) : accept<readonly NodeDiff[]>([])
  if (!moved.ok) return moved
  const requested = pickRequested(change)
  const { stages } = present.definitions()
  const diffs = new Map(moved.value.map((diff) => [diff.id, plainDiff(diff)]))
  for (const id of ids) {
    const node = present.record(id)
    if (node === undefined) continue
    const settled = settleFields(node, requested, stages)
    if (!settled.ok) return settled
    const diff = diffNode(id, toFieldValues(node), toWantedValues(node, settled.value))
    if (diff !== null) diffs.set(id, joinDiffs(diffs.get(id), diff))
  }
  return accept({ diffs: [...diffs.values()], createdNode: null })
}

/** Returns the fields of a change, and the parts of lists that it adds or removes. */
function pickRequested(change: NodeChange): NodeFields {
  const parts: Record<string, unknown> = {}
  for (const name of setNameByInput.keys() as Iterable<keyof SetChanges>) {
    if (change[name] !== undefined) parts[name] = change[name]
  }
  return { ...pickFields(nodeFields.editable, change), ...parts }
}

const updateStructure = (graph: Graph, ids: readonly NodeId[], change: NodeChange) => {
  const { parentIds, position, afterId, beforeId, isDeleted } = change
  const { blockedByIds, addBlockedByIds, removeBlockedByIds } = change
  const blockers = { blockedByIds, addBlockedByIds, removeBlockedByIds }
  return updateNodes(graph, ids, { parentIds, position, afterId, beforeId, isDeleted, ...blockers })
}

const joinDiffs = (first: NodeDiff | undefined, second: NodeDiff): NodeDiff =>
  first === undefined
    ? second
    : { ...second, before: { ...first.before, ...second.before }, after: { ...first.after, ...second.after } }
