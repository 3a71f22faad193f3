import type { NodeId } from '@espalier/domain'
import {
  createPlan,
  getDefault,
  getValue,
  groupByParent,
  hasSameContents,
  isSameSet,
  isSameValue,
  listFields,
  type Plan,
  type PlanNode,
  setNames,
} from './plan-document.ts'

/** Three states of the same nodes. Ids are those of the project; a new node of the file has a new one. */
export interface PlanVersions {
  /** The state on which file and project last agreed. */
  readonly base: Plan
  readonly file: Plan
  readonly project: Plan
}

/** The changes that the file makes to a node of the project. */
export interface NodeEdit {
  readonly id: NodeId
  readonly kind: 'create' | 'restore' | 'update'
  readonly values: Readonly<Record<string, unknown>>
  /** Lists that change, as the whole lists that the node then has. */
  readonly sets: Partial<PlanNode['sets']>
  /** Given if the file has put the node somewhere else. */
  readonly place: NodePlacing | null
}

export interface NodePlacing {
  readonly parentId: NodeId | null
  /** The sibling before it in the file. */
  readonly afterId: NodeId | null
  readonly beforeId: NodeId | null
}

/** A value of the file that the project has meanwhile changed to another. */
export interface PlanConflict {
  readonly nodeId: NodeId
  readonly field: string
  readonly value: unknown
}

export interface MergedPlans {
  /** Parents come before their children. */
  readonly edits: readonly NodeEdit[]
  /** Children come before their parents. */
  readonly deletedIds: readonly NodeId[]
  readonly conflicts: readonly PlanConflict[]
  /** The common state once these edits have been stored and the file is still as it was. */
  readonly agreed: Plan
}

/** Merges what the file and the project have changed since they were equal. The project never loses a value. */
export function mergePlans(versions: PlanVersions): MergedPlans {
  const restoredIds = findRestored(versions)
  const { base, file, project } = versions
  const isAlive = (id: NodeId | null): boolean =>
    id === null || project.has(id) || restoredIds.has(id) || (file.has(id) && !base.has(id))
  const placings = findPlacings(versions, isAlive, restoredIds)
  const edits: NodeEdit[] = []
  const conflicts: PlanConflict[] = []
  const agreed: PlanNode[] = []
  for (const node of file.values()) {
    const known = project.get(node.id)
    const place = placings.get(node.id) ?? null
    if (known === undefined && !isAlive(node.id)) {
      // It was deleted in the project, and the file still has it.
      agreed.push(base.get(node.id) ?? node)
      continue
    }
    if (known === undefined) {
      const former = restoredIds.has(node.id) ? base.get(node.id) : undefined
      const values = former === undefined ? node.values : listChanges(former, node)
      edits.push({ id: node.id, kind: former === undefined ? 'create' : 'restore', values, sets: node.sets, place })
      agreed.push(node)
      continue
    }
    const former = base.get(node.id) ?? assumeBase(node)
    const merged = mergeNode(former, node, known)
    conflicts.push(...merged.conflicts)
    const isPlaceLost = place !== null && known.parentId !== former.parentId && known.parentId !== place.parentId
    if (isPlaceLost && node.parentId !== former.parentId)
      conflicts.push({ nodeId: node.id, field: 'place', value: place.parentId })
    const edit: NodeEdit = { ...merged, id: node.id, kind: 'update', place: isPlaceLost ? null : place }
    if (edit.place !== null || Object.keys(edit.values).length + Object.keys(edit.sets).length > 0) edits.push(edit)
    const kept = Object.fromEntries(merged.conflicts.map(({ field }) => [field, getValue(former, field)]))
    const parentId = isPlaceLost ? former.parentId : node.parentId
    agreed.push({ ...node, parentId, values: { ...node.values, ...kept } })
  }
  const deletedIds = findDeleted(versions, edits)
  const deleted = new Set(deletedIds)
  for (const node of base.values()) if (!file.has(node.id) && !deleted.has(node.id)) agreed.push(node)
  return { edits, deletedIds, conflicts, agreed: createPlan(agreed) }
}

/** Without a base nobody knows what has changed: given values count as changed, and the place as unchanged. */
const assumeBase = (node: PlanNode): PlanNode => ({
  ...node,
  values: Object.fromEntries(Object.keys(node.values).map((field) => [field, getDefault(field)])),
  sets: { assigneeIds: [], tagIds: [], blockedByIds: [], extraParentIds: [] },
})

/** A restored node still has the values that it had when it was deleted. */
const listChanges = (former: PlanNode, node: PlanNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    listFields(former, node)
      .filter((field) => !isSameValue(getValue(former, field), getValue(node, field)))
      .map((field) => [field, getValue(node, field)]),
  )

function mergeNode(base: PlanNode, file: PlanNode, project: PlanNode) {
  const values: Record<string, unknown> = {}
  const conflicts: PlanConflict[] = []
  for (const field of new Set([...listFields(base, file), ...Object.keys(project.values)])) {
    const [former, mine, theirs] = [base, file, project].map((node) => getValue(node, field))
    if (isSameValue(mine, former) || isSameValue(mine, theirs)) continue
    if (isSameValue(theirs, former)) values[field] = mine
    else conflicts.push({ nodeId: file.id, field, value: mine })
  }
  const sets: Partial<Record<(typeof setNames)[number], readonly string[]>> = {}
  for (const name of setNames) {
    const [former, mine, theirs] = [base.sets[name], file.sets[name], project.sets[name]]
    const next = [...new Set([...theirs, ...mine.filter((id) => !former.includes(id))])].filter(
      (id) => mine.includes(id) || !former.includes(id),
    )
    if (!isSameSet(next, theirs)) sets[name] = next
  }
  return { values, sets, conflicts }
}

/** Nodes that were deleted in the project while the file changed them, or put something below them. */
function findRestored({ base, file, project }: PlanVersions): ReadonlySet<NodeId> {
  const restored = new Set<NodeId>()
  const isGone = (id: NodeId): boolean => base.has(id) && !project.has(id)
  for (const node of [...file.values()].toReversed()) {
    const former = base.get(node.id)
    const isMoved = former !== undefined && former.parentId !== node.parentId
    if (former !== undefined && isGone(node.id) && (isMoved || !hasSameContents(former, node))) restored.add(node.id)
    const isPutHere = !isGone(node.id) ? former === undefined || isMoved : restored.has(node.id)
    if (isPutHere && node.parentId !== null && isGone(node.parentId)) restored.add(node.parentId)
  }
  return restored
}

/** Finds the nodes that the file has put somewhere else: new ones, moved ones, and siblings in another order. */
function findPlacings(
  { base, file, project }: PlanVersions,
  isAlive: (id: NodeId) => boolean,
  restoredIds: ReadonlySet<NodeId>,
): ReadonlyMap<NodeId, NodePlacing> {
  const placings = new Map<NodeId, NodePlacing>()
  const baseChildren = groupByParent(base)
  for (const [parentId, children] of groupByParent(file)) {
    const present = children.filter(({ id }) => isAlive(id))
    const order = new Map((baseChildren.get(parentId) ?? []).map(({ id }, index) => [id, index]))
    const isNew = ({ id }: PlanNode): boolean => !base.has(id) && project.has(id)
    const stays = findLongestRun(
      present.filter(({ id }) => order.has(id) && !restoredIds.has(id)),
      ({ id }) => order.get(id) ?? 0,
    )
    // Without a base, the place in the project counts.
    const isSettled = (node: PlanNode): boolean => stays.has(node) || isNew(node)
    let beforeId: NodeId | null = null
    for (const [index, node] of [...present.entries()].toReversed()) {
      if (isSettled(node)) beforeId = node.id
      else placings.set(node.id, { parentId, afterId: present[index - 1]?.id ?? null, beforeId })
    }
  }
  return placings
}

/** Returns the longest ascending subsequence of the entries. O(n log n). */
function findLongestRun<Entry>(entries: readonly Entry[], rank: (entry: Entry) => number): ReadonlySet<Entry> {
  const ends: number[] = []
  const before: number[] = []
  const ranks = entries.map(rank)
  for (const [index, value] of ranks.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranks[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const run = new Set<Entry>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const entry = entries[at]
    if (entry !== undefined) run.add(entry)
  }
  return run
}

/** Nodes that the file no longer has and the project has not changed. One with something below it stays. */
function findDeleted({ base, file, project }: PlanVersions, edits: readonly NodeEdit[]): readonly NodeId[] {
  const parents = new Map(
    Array.from(project.values(), ({ id, parentId, sets }) => [id, [parentId, ...sets.extraParentIds]]),
  )
  for (const { id, place, sets } of edits) {
    const [primary = null, ...extra] = parents.get(id) ?? []
    parents.set(id, [
      place === null ? primary : place.parentId,
      ...(sets.extraParentIds ?? extra.filter((one) => one !== null)),
    ])
  }
  const remaining = new Map<NodeId, number>()
  for (const all of parents.values()) {
    for (const id of new Set(all)) if (id !== null) remaining.set(id, (remaining.get(id) ?? 0) + 1)
  }
  const deleted: NodeId[] = []
  for (const node of [...project.values()].toReversed()) {
    const former = base.get(node.id)
    if (former === undefined || file.has(node.id) || !hasSameContents(former, node)) continue
    if ((remaining.get(node.id) ?? 0) > 0) continue
    deleted.push(node.id)
    for (const id of new Set(parents.get(node.id))) if (id !== null) remaining.set(id, (remaining.get(id) ?? 0) - 1)
  }
  return deleted
}
