import {
  applyChanges,
  applyStructure,
  createTransition,
  diffNode,
  editRefusalTexts,
  type FieldRefusal,
  type FieldValues,
  type GraphNode,
  type NodeDiff,
  nodeFields,
  nodesPerStep,
  type SetChanges,
  type SettableFields,
  settleFields,
  type Steps,
} from '@espalier/domain'
import { extendTransaction } from '@espalier/postgres'
import { countFieldBytes, type NodePatch, type NodeRecord, type NodeView, readNodesById } from '../../database/nodes.ts'
import {
  insertNodeRows,
  markNodesDeleted,
  readDeletableNodes,
  repositionNodes,
  updateNodeRows,
} from '../../database/write-nodes.ts'
import { runInSlices } from '../../reliability/work-slices.ts'
import { leaveOutsideInPlace } from './branch-scope.ts'
import { badInputError } from './project-input.ts'
import type { ProjectWrite } from './project-write.ts'

/** Fields that a change may set outside the structure, which the rules decide. */
export type NodeFields = SettableFields

/** The same as a caller requests them: parts of lists may be added and removed. */
export type RequestedFields = NodeFields & SetChanges

/** A write, as far as the fields of a node depend on it. */
type FieldsContext = Pick<ProjectWrite, 'at' | 'definitions'>

/** Creates a new node at its place. A field missing from its contents gets its default. */
export function createNodeRecord(write: FieldsContext, placed: GraphNode, requested: RequestedFields): NodeRecord {
  const { defaults } = nodeFields
  const contents = settleNodeFields(write, defaults, requested)
  const style = { ...defaults.style, ...contents.style }
  const status = contents.status ?? defaults.status
  const transitions = [{ dt: write.at.getTime(), from: 'deleted', to: status } as const]
  return { ...defaults, ...contents, style, ...placed, transitions }
}

/** Returns the values that a node gets, by the rules for its fields. Throws if they refuse. */
export function settleNodeFields(
  { definitions }: Pick<ProjectWrite, 'definitions'>,
  node: NodeRecord,
  requested: RequestedFields,
): NodeFields {
  const settled = settleFields(node, requested, definitions.stages)
  if (settled.ok) return settled.value
  throw badInputError(editRefusalTexts[settled.reason], nameRefusedField(settled.reason, requested))
}

function nameRefusedField(refusal: FieldRefusal, requested: RequestedFields): string {
  if (refusal === 'too-many-assignees') return 'addAssigneeIds'
  if (refusal === 'too-many-tags') return 'addTagIds'
  return requested.dueDate === undefined ? 'startDate' : 'dueDate'
}

export interface NodeChanges {
  /** The decision of the structural rules. */
  readonly diffs?: readonly NodeDiff[]
  /** Applies the same fields to all of these. */
  readonly ids?: readonly string[]
  readonly fields?: RequestedFields
  /** Throws if the node may not get these fields. */
  readonly check?: (node: NodeRecord, next: NodeFields) => void
  /** Applies to each node its own fields. */
  readonly each?: ReadonlyMap<string, RequestedFields>
  /** The main node of the change; effects on other nodes are logged as a separate batch. */
  readonly mainId?: string
}

/** Changes of this many nodes take longer than a request's database timeout. */
const extendTimeoutFromNodes = 5_000
const manyNodesTimeoutMs = 120_000

/**
 * Stores changes of nodes with their transitions, versions and log. Returns the nodes that were read, as they now are.
 */
export async function changeNodes(write: ProjectWrite, given: NodeChanges): Promise<Map<string, NodeRecord>> {
  const changes =
    given.diffs === undefined ? given : { ...given, diffs: leaveOutsideInPlace(write.branch, given.diffs) }
  const count = (changes.diffs?.length ?? 0) + (changes.ids?.length ?? 0) + (changes.each?.size ?? 0)
  if (count > extendTimeoutFromNodes) await extendTransaction(write.tx.client, manyNodesTimeoutMs)
  const diffs = await deleteLargeBranch(write, changes)
  const { ids = [], fields = {}, each = new Map<string, RequestedFields>(), check, mainId } = changes
  const targets = new Set([...ids, ...each.keys()])
  const isReposition = (diff: NodeDiff): boolean =>
    !targets.has(diff.id) && Object.keys(diff.after).length === 1 && typeof diff.after['position'] === 'number'
  const structural = new Map(diffs.filter((diff) => !isReposition(diff)).map((diff) => [diff.id, diff]))
  // A branch is logged from its top, so that the beginning of a long change shows what it is about.
  const order = [...new Set([...targets, ...[...structural.keys()].toReversed()])]
  const after = new Map<string, NodeRecord>()
  const made: LoggedNodeChange[] = []
  for (const { parentId: _derived, ...node } of await readNodesInOrder(write, order)) {
    const own = settleNodeFields(write, node, each.get(node.id) ?? (targets.has(node.id) ? fields : {}))
    check?.(node, own)
    const next = updateNodeRecord(write, node, structural.get(node.id), own)
    after.set(node.id, next.node)
    if (next.made === null) continue
    made.push(next.made)
    write.addContentBytes(countTextBytes(next.node) - countTextBytes(node))
  }
  await updateNodeRows(
    write.tx.client,
    made.flatMap(({ patch }) => after.get(patch.id) ?? []),
  )
  const spread = await storePositions(write, diffs.filter(isReposition))
  logUpdates(write, [...made, ...spread.map((patch) => ({ patch, before: null }))], mainId)
  const graph = write.loadedGraph()
  if (graph !== null) applyChanges(graph, diffs)
  return after
}

/** The size of each node without its texts. The migration that added the counts uses the same number. */
export const bytesPerNode = 200

const countTextBytes = (node: NodeRecord): number =>
  Buffer.byteLength(node.title) + Buffer.byteLength(node.body) + countFieldBytes(node)

const isDeletion = ({ after }: NodeDiff): boolean => after['isDeleted'] === true && Object.keys(after).length === 1

/**
 * From this many deletions on, nodes are not read completely, and this is the batch size of statements and log rows.
 */
const deletionsPerBatch = 2_000

/**
 * Deletes the nodes of a large branch in parts, so that the server can answer others in between; the project's lock
 * keeps the parts together. Returns the remaining changes.
 */
async function deleteLargeBranch(write: ProjectWrite, changes: NodeChanges): Promise<readonly NodeDiff[]> {
  const { diffs = [], ids = [], each = new Map<string, RequestedFields>(), mainId } = changes
  if (diffs.length < deletionsPerBatch) return diffs
  const targets = new Set([...ids, ...each.keys(), ...(mainId === undefined ? [] : [mainId])])
  const { deletions, others } = await runInSlices(separateDeletions(diffs, targets))
  if (deletions.length < deletionsPerBatch) return diffs
  // Starts at the top of the branch, as in a smaller change.
  for (let end = deletions.length; end > 0; end -= deletionsPerBatch) {
    await deleteBatch(write, deletions.slice(Math.max(0, end - deletionsPerBatch), end).toReversed())
  }
  return others
}

interface SeparatedDeletions {
  readonly deletions: readonly NodeDiff[]
  readonly others: readonly NodeDiff[]
}

function* separateDeletions(diffs: readonly NodeDiff[], targets: ReadonlySet<string>): Steps<SeparatedDeletions> {
  const deletions: NodeDiff[] = []
  const others: NodeDiff[] = []
  for (const [at, diff] of diffs.entries()) {
    if (isDeletion(diff) && !targets.has(diff.id)) deletions.push(diff)
    else others.push(diff)
    if (at % nodesPerStep === 0) yield
  }
  return { deletions, others }
}

async function deleteBatch(write: ProjectWrite, diffs: readonly NodeDiff[]): Promise<void> {
  const order = diffs.map(({ id }) => id)
  const read = await readDeletableNodes(write.tx.client, write.project.id, order)
  const byId = new Map(read.map((node) => [node.id, node]))
  const made = order.flatMap((id): LoggedNodeChange[] => {
    const node = byId.get(id)
    const transition =
      node === undefined ? null : createTransition(node, { ...node, isDeleted: true }, write.at.getTime())
    if (node === undefined || transition === null) return []
    write.countTransition(transition)
    const transitions = [...node.transitions, transition]
    return [
      {
        patch: { isDeleted: true, transitions, id, version: node.version + 1 },
        before: { isDeleted: false, id },
      },
    ]
  })
  await markNodesDeleted(
    write.tx.client,
    made.map(({ patch: { id, transitions = [], version } }) => ({ id, transitions, version })),
  )
  logUpdates(write, made, undefined)
  const graph = write.loadedGraph()
  if (graph !== null) applyChanges(graph, diffs)
}

/** Stores new nodes. Returns false if an id is in use; nothing may be stored after that. */
export async function addNodes(write: ProjectWrite, nodes: readonly NodeRecord[]): Promise<boolean> {
  const bytes = nodes.reduce((sum, node) => sum + countTextBytes(node) + bytesPerNode, 0)
  await write.requireSpace({ nodes: nodes.length, bytes })
  const stored = await insertNodeRows(write.tx.client, nodes)
  if (stored.length < nodes.length) return false
  const graph = write.loadedGraph()
  for (const node of nodes) {
    for (const transition of node.transitions) write.countTransition(transition)
    graph?.put({
      id: node.id,
      projectId: node.projectId,
      parentIds: node.parentIds,
      blockedByIds: node.blockedByIds,
      position: node.position,
      isDeleted: node.isDeleted,
    })
  }
  write.addContentBytes(bytes)
  write.logChange(nodes.length === 1 ? 'node-created' : 'nodes-updated', { nodes })
  return true
}

/** One node's change as it is logged. Before is null if the node was only repositioned. */
interface LoggedNodeChange {
  readonly patch: NodePatch
  readonly before: (FieldValues & { readonly id: string }) | null
}

interface UpdatedNode {
  readonly node: NodeRecord
  /** Null if nothing changed. */
  readonly made: LoggedNodeChange | null
}

async function readNodesInOrder(write: ProjectWrite, ids: readonly string[]): Promise<readonly NodeView[]> {
  const read = await readNodesById(write.tx.client, write.project.id, ids)
  const byId = new Map(read.map((node) => [node.id, node]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function updateNodeRecord(
  write: ProjectWrite,
  node: NodeRecord,
  diff: NodeDiff | undefined,
  fields: NodeFields,
): UpdatedNode {
  const { parentIds, blockedByIds, position, isDeleted } = diff === undefined ? node : applyStructure(node, diff)
  const style = { ...node.style, ...fields.style }
  const wanted = { ...node, ...fields, style, parentIds, blockedByIds, position, isDeleted }
  const found = diffNode(node.id, { ...node }, wanted)
  if (found === null) return { node, made: null }
  const transition = createTransition(node, wanted, write.at.getTime())
  const transitions = transition === null ? node.transitions : [...node.transitions, transition]
  if (transition !== null) write.countTransition(transition)
  const version = node.version + 1
  return {
    node: { ...wanted, transitions, version },
    made: {
      patch: { ...found.after, ...(transition !== null && { transitions }), id: node.id, version },
      before: { ...found.before, id: node.id },
    },
  }
}

async function storePositions(write: ProjectWrite, diffs: readonly NodeDiff[]): Promise<NodePatch[]> {
  const positions = new Map(diffs.map(({ id, after }) => [id, Number(after['position'])]))
  const versions = await repositionNodes(write.tx.client, positions)
  return [...versions].map(([id, version]) => ({ id, position: positions.get(id) ?? 0, version }))
}

function logUpdates(write: ProjectWrite, made: readonly LoggedNodeChange[], mainId: string | undefined): void {
  const logNodeChanges = (kind: 'node-updated' | 'nodes-updated', changes: readonly LoggedNodeChange[]): void => {
    if (changes.length === 0) return
    const nodes = changes.map(({ patch }) => patch)
    write.logChange(kind, { nodes }, { nodes: changes.flatMap(({ before }) => before ?? []) })
  }
  logNodeChanges(
    'node-updated',
    made.filter(({ patch }) => patch.id === mainId),
  )
  logNodeChanges(
    'nodes-updated',
    made.filter(({ patch }) => patch.id !== mainId),
  )
}
