import {
  chooseBlockers,
  createNode as decideCreation,
  deleteNode as decideDeletion,
  type EditableGraph,
  type NodeDiff,
  nodeFields,
  type ProposedOperation,
  refuse,
  type StructureUpdate,
  updateNodes as decideStructure,
} from '@espalier/domain'
import type { Api } from '@espalier/schema'
import type { NodeRecord } from '../../database/nodes.ts'
import {
  addNodes,
  changeNodes,
  createNodeRecord,
  type ProjectWrite,
  type RequestedFields,
  settleNodeFields,
} from '../projects/index.ts'
import type { NodePlacement } from './create-node.ts'
import { type CheckedFields, checkFieldReferences, type ReferenceContext } from './field-references.ts'
import {
  readBlockerChoice,
  readRequestedFields,
  readStructureUpdate,
  requireAccepted,
  requireKnownBlockers,
} from './node-input.ts'

/** A change of one node that was read and is not decided yet. */
export type NodeChange =
  | {
      readonly op: 'create'
      readonly nodeId: string
      readonly placement: NodePlacement
      readonly blockers: ReturnType<typeof readBlockerChoice>
      readonly requested: RequestedFields
    }
  | {
      readonly op: 'update'
      readonly nodeId: string
      readonly structure: StructureUpdate | null
      readonly requested: RequestedFields
    }
  | { readonly op: 'delete'; readonly nodeId: string }

/** Checks everything about a change that does not depend on the plan. Throws if a value is wrong. */
export async function readNodeChange(
  op: ProposedOperation,
  nodeId: string,
  data: Omit<Api.NodeCreate, 'projectId'> & Api.NodeUpdate,
): Promise<NodeChange> {
  if (op === 'delete') return { op, nodeId }
  const requested = await readRequestedFields(data, op)
  if (op === 'update') return { op, nodeId, requested, structure: readStructureUpdate(data) }
  const placement: NodePlacement = {
    id: nodeId,
    parentId: data.parentId?.toLowerCase(),
    childId: data.childId?.toLowerCase(),
    position: data.position,
    afterId: data.afterId?.toLowerCase(),
    beforeId: data.beforeId?.toLowerCase(),
  }
  return { op, nodeId, requested, placement, blockers: readBlockerChoice(data) }
}

/** A plan on which changes are decided: the stored one, or one on which they are only tried. */
export interface DecisionContext extends ReferenceContext {
  readonly at: Date
  graph(): Promise<EditableGraph>
  /** Reads at least the fields that `settleNodeFields` depends on. */
  readNode(id: string): Promise<NodeRecord | undefined>
  /** Whether a node of whatever project has this id. */
  isIdUsed(id: string): Promise<boolean>
}

/** The effect of a change on the plan. */
export interface DecidedChange {
  readonly added: NodeRecord | null
  /** The structure of nodes that were there before. */
  readonly diffs: readonly NodeDiff[]
  readonly updated: { readonly id: string; readonly checked: CheckedFields } | null
}

/** Decides a change by the rules of the mutations. Throws if they refuse. */
export async function decideNodeChange(plan: DecisionContext, change: NodeChange): Promise<DecidedChange> {
  if (change.op === 'create') return decideNewNode(plan, change)
  const graph = await plan.graph()
  if (change.op === 'delete')
    return { added: null, diffs: requireAccepted(decideDeletion(graph, change.nodeId)), updated: null }
  const { nodeId: id, structure, requested } = change
  const node = await plan.readNode(id)
  if (node === undefined) return requireAccepted(refuse('node-missing'))
  // A deleted node can only be restored, so its other fields are not checked.
  if (graph.node(id)?.isDeleted === true && structure?.isDeleted !== false) requireAccepted(refuse('node-deleted'))
  const checked = await checkFieldReferences(plan, requested, [id])
  checked.check(node, settleNodeFields(plan, node, checked.fields))
  if (structure !== null) requireKnownBlockers(graph, [id], structure)
  const diffs = structure === null ? [] : requireAccepted(decideStructure(graph, [id], structure))
  return { added: null, diffs, updated: { id, checked } }
}

async function decideNewNode(
  plan: DecisionContext,
  { nodeId: id, placement, blockers, requested }: Extract<NodeChange, { op: 'create' }>,
): Promise<DecidedChange> {
  const { fields, check } = await checkFieldReferences(plan, requested, [])
  check(nodeFields.defaults, settleNodeFields(plan, nodeFields.defaults, fields))
  const graph = await plan.graph()
  if (blockers !== null) requireKnownBlockers(graph, [id], blockers)
  const blockedByIds =
    blockers === null ? [] : requireAccepted(chooseBlockers(graph, { id, blockedByIds: [] }, blockers))
  const { node, changes } = requireAccepted(decideCreation(graph, { ...placement, blockedByIds }))
  // An id may be in use in another project, which the graph does not know.
  if (await plan.isIdUsed(id)) requireAccepted(refuse('id-taken'))
  return {
    added: createNodeRecord(plan, node, fields),
    diffs: changes.filter((diff) => diff.id !== id),
    updated: null,
  }
}

/** Stores a change that was decided on the same plan. */
export async function storeNodeChange(write: ProjectWrite, { added, diffs, updated }: DecidedChange): Promise<void> {
  if (added !== null && !(await addNodes(write, [added]))) requireAccepted(refuse('id-taken'))
  if (updated === null) return void (await changeNodes(write, { diffs }))
  await changeNodes(write, { diffs, ids: [updated.id], ...updated.checked, mainId: updated.id })
}
