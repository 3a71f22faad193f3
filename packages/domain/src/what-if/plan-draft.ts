import { planLimits } from '../core/limits.ts'
import { toWaitingGraph } from '../graph/blockers.ts'
import { findWaitingCycle, type WaitingNode } from '../graph/find-waiting-cycle.ts'
import type { BlockerGraphView } from '../graph/graph.ts'
import type { EditRefusal } from '../graph/rules.ts'
import { sameValue } from '../node/diff.ts'
import { type NodeId, sameIds } from '../node/node.ts'
import type { PlannedNode } from '../planning/planned-node.ts'

/** The fields of a node that a draft may change, and those that decide whether it can. */
export interface DraftableNode
  extends WaitingNode, Pick<PlannedNode, 'estimate' | 'startDate' | 'dueDate' | 'assigneeIds'> {}

/** The entries that a list gets and loses. Others may change the same list meanwhile. */
export interface ListDraft {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export interface NodeDraft {
  readonly estimate?: number | null
  readonly startDate?: string | null
  readonly dueDate?: string | null
  readonly assigneeIds?: ListDraft
  readonly blockedByIds?: ListDraft
}

export type DraftField = keyof NodeDraft

/** Changes of a plan that are not made, in the order in which their nodes were first changed. */
export type PlanDraft = ReadonlyMap<NodeId, NodeDraft>

/** An edit of one node, as the editors of fields request it. Other fields than these are not drafted. */
export interface DraftEdit {
  readonly estimate?: number | null
  readonly startDate?: string | null
  readonly dueDate?: string | null
  readonly assigneeIds?: readonly string[]
  readonly addAssigneeIds?: readonly string[]
  readonly removeAssigneeIds?: readonly string[]
  readonly blockedByIds?: readonly NodeId[]
  readonly addBlockedByIds?: readonly NodeId[]
  readonly removeBlockedByIds?: readonly NodeId[]
}

const plainFields = ['estimate', 'startDate', 'dueDate'] as const
const listFields = ['assigneeIds', 'blockedByIds'] as const
/** The order in which the changes of a node are listed. */
const draftFields: readonly DraftField[] = [...plainFields, ...listFields]

/** Adds an edit of a node to a draft. What the plan has already is not part of the draft. */
export function addToDraft(draft: PlanDraft, node: DraftableNode, edit: DraftEdit): PlanDraft {
  const before = draft.get(node.id) ?? {}
  const next: Record<string, unknown> = { ...before }
  for (const field of plainFields) if (edit[field] !== undefined) next[field] = edit[field]
  for (const [field, added, removed] of [
    ['assigneeIds', edit.addAssigneeIds, edit.removeAssigneeIds],
    ['blockedByIds', edit.addBlockedByIds, edit.removeBlockedByIds],
  ] as const) {
    const whole = edit[field]
    if (whole === undefined && added === undefined && removed === undefined) continue
    const present = whole ?? changeList(node[field], before[field])
    next[field] = compareLists(node[field], changeList(present, { added: added ?? [], removed: removed ?? [] }))
  }
  return withNodeDraft(draft, node.id, dropUnchanged(node, next as NodeDraft))
}

/** Returns the draft without one of its changes. */
export function removeFromDraft(draft: PlanDraft, id: NodeId, field: DraftField): PlanDraft {
  const { [field]: _removed, ...rest } = draft.get(id) ?? {}
  return withNodeDraft(draft, id, rest)
}

function withNodeDraft(draft: PlanDraft, id: NodeId, node: NodeDraft): PlanDraft {
  const next = new Map(draft)
  if (Object.keys(node).length === 0) next.delete(id)
  else next.set(id, node)
  return next
}

/** Returns the node as it would be. */
export function applyNodeDraft<Node extends DraftableNode>(node: Node, draft: NodeDraft | undefined): Node {
  if (draft === undefined) return node
  const lists: Partial<Record<(typeof listFields)[number], readonly string[]>> = {}
  for (const field of listFields) if (draft[field] !== undefined) lists[field] = changeList(node[field], draft[field])
  return { ...node, ...pickPlain(draft), ...lists }
}

function pickPlain({ assigneeIds: _people, blockedByIds: _blockers, ...plain }: NodeDraft) {
  return plain
}

function changeList(list: readonly string[], change: ListDraft | undefined): readonly string[] {
  if (change === undefined) return list
  return [...new Set([...list, ...change.added])].filter((id) => !change.removed.includes(id))
}

const compareLists = (from: readonly string[], to: readonly string[]): ListDraft => ({
  added: to.filter((id) => !from.includes(id)),
  removed: from.filter((id) => !to.includes(id)),
})

const readField = (node: DraftableNode, field: DraftField) => node[field]

function dropUnchanged(node: DraftableNode, draft: NodeDraft): NodeDraft {
  const drafted = applyNodeDraft(node, draft)
  const kept = draftFields.filter(
    (field) => draft[field] !== undefined && !isSame(readField(node, field), readField(drafted, field)),
  )
  return Object.fromEntries(kept.map((field) => [field, draft[field]])) as NodeDraft
}

const isSame = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) && Array.isArray(right) ? sameIds(left, right) : sameValue(left, right)

/** The plan under a draft, as everybody sees it now. */
export interface DraftedPlan {
  readonly graph: BlockerGraphView
  /** Returns undefined for a node that is deleted. */
  getNode(id: NodeId): DraftableNode | undefined
}

export type DraftValue = number | string | null | readonly string[]

/** Why a change no longer fits the plan. */
export type DraftProblem = Extract<
  EditRefusal,
  | 'node-deleted'
  | 'blocker-missing'
  | 'waits-for-itself'
  | 'due-before-start'
  | 'too-many-assignees'
  | 'too-many-blockers'
>

/** A field of a node that the draft changes. */
export interface DraftChange {
  readonly nodeId: NodeId
  readonly field: DraftField
  /** The value in the plan, and in the draft. */
  readonly from: DraftValue
  readonly to: DraftValue
  readonly problem: DraftProblem | null
}

export interface JudgedDraft {
  readonly changes: readonly DraftChange[]
  /** The part of the draft that can be applied, all of it together. */
  readonly fitting: PlanDraft
}

/**
 * Lays a draft over the plan as it is now. Changes that the plan has got meanwhile are left out, and those that it can
 * no longer get say why. Blockers are removed before any is added, so that a link can be turned around.
 */
export function judgeDraft(plan: DraftedPlan, draft: PlanDraft): JudgedDraft {
  const changes: DraftChange[] = []
  const fitting = new Map<NodeId, NodeDraft>()
  const unfitBlockers = findUnfitBlockers(plan, draft)
  for (const [id, whole] of draft) {
    const node = plan.getNode(id)
    if (node === undefined) {
      for (const field of draftFields) if (whole[field] !== undefined) changes.push(toLostChange(id, field, whole))
      continue
    }
    const own = dropUnchanged(node, whole)
    const drafted = applyNodeDraft(node, own)
    const fits: Record<string, unknown> = {}
    for (const field of draftFields) {
      if (own[field] === undefined) continue
      const problem = field === 'blockedByIds' ? (unfitBlockers.get(id) ?? null) : findProblem(node, drafted, field)
      if (problem === null) fits[field] = own[field]
      changes.push({ nodeId: id, field, from: readField(node, field), to: readField(drafted, field), problem })
    }
    if (Object.keys(fits).length > 0) fitting.set(id, fits as NodeDraft)
  }
  return { changes, fitting }
}

function toLostChange(nodeId: NodeId, field: DraftField, draft: NodeDraft): DraftChange {
  const value = draft[field]
  const to = typeof value === 'object' && value !== null ? value.added : (value ?? null)
  const from = typeof value === 'object' && value !== null ? value.removed : null
  return { nodeId, field, from, to, problem: 'node-deleted' }
}

function findProblem(node: DraftableNode, drafted: DraftableNode, field: DraftField): DraftProblem | null {
  const { startDate, dueDate, assigneeIds } = drafted
  if (field === 'startDate' || field === 'dueDate')
    return startDate !== null && dueDate !== null && dueDate < startDate ? 'due-before-start' : null
  const isTooLong = assigneeIds.length > planLimits.assignees && assigneeIds.length > node.assigneeIds.length
  return field === 'assigneeIds' && isTooLong ? 'too-many-assignees' : null
}

/**
 * Finds the nodes whose blockers can not be as the draft has them. They are added to the plan one node after the other,
 * as long as nothing waits for itself. A node that does not fit keeps what it waits for now, on which the search starts
 * again: others may have been let in because of what it would have lost.
 */
function findUnfitBlockers(plan: DraftedPlan, draft: PlanDraft): ReadonlyMap<NodeId, DraftProblem> {
  const graph = toWaitingGraph(plan.graph, new Set())
  const unfit = new Map<NodeId, DraftProblem>()
  const relinked: { readonly node: DraftableNode; readonly next: WaitingNode; readonly change: ListDraft }[] = []
  for (const [id, { blockedByIds }] of draft) {
    const node = plan.getNode(id)
    if (node === undefined || blockedByIds === undefined) continue
    const change = compareLists(node.blockedByIds, changeList(node.blockedByIds, blockedByIds))
    const next = { ...node, blockedByIds: changeList(node.blockedByIds, change) }
    const problem = findListProblem(plan, next, change)
    if (problem === null) relinked.push({ node, next, change })
    else unfit.set(id, problem)
  }
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    const rest = relinked.filter(({ node }) => !unfit.has(node.id))
    const changed = new Map<NodeId, WaitingNode>(
      rest.map(({ node, change: { removed } }) => [
        node.id,
        { ...node, blockedByIds: changeList(node.blockedByIds, { added: [], removed }) },
      ]),
    )
    for (const { next, change } of rest) {
      if (change.added.length === 0 || unfit.has(next.id)) continue
      const tried = new Map(changed).set(next.id, next)
      if (findWaitingCycle(graph, [...tried.values()]) === null) changed.set(next.id, next)
      else {
        unfit.set(next.id, 'waits-for-itself')
        if (change.removed.length > 0) isSettled = false
      }
    }
  }
  return unfit
}

function findListProblem(plan: DraftedPlan, next: WaitingNode, { added }: ListDraft): DraftProblem | null {
  if (added.includes(next.id)) return 'waits-for-itself'
  if (added.some((id) => plan.getNode(id) === undefined)) return 'blocker-missing'
  const isTooLong = added.length > 0 && next.blockedByIds.length > planLimits.blockersPerNode
  return isTooLong ? 'too-many-blockers' : null
}

/** One change of the batch that applies a draft. */
export interface DraftUpdate {
  readonly id: NodeId
  readonly fields: DraftEdit
}

/** Returns the batch that makes a plan what the draft shows. Applied in this order, no node ever waits for itself. */
export function listDraftUpdates(fitting: PlanDraft): readonly DraftUpdate[] {
  const first: DraftUpdate[] = []
  const later: DraftUpdate[] = []
  for (const [id, draft] of fitting) {
    const { assigneeIds: people, blockedByIds: blockers } = draft
    const fields: DraftEdit = {
      ...pickPlain(draft),
      ...(people !== undefined && people.added.length > 0 && { addAssigneeIds: people.added }),
      ...(people !== undefined && people.removed.length > 0 && { removeAssigneeIds: people.removed }),
      ...(blockers !== undefined && blockers.removed.length > 0 && { removeBlockedByIds: blockers.removed }),
    }
    if (Object.keys(fields).length > 0) first.push({ id, fields })
    if (blockers !== undefined && blockers.added.length > 0)
      later.push({ id, fields: { addBlockedByIds: blockers.added } })
  }
  return [...first, ...later]
}
