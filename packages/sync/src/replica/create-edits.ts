import {
  accept,
  blockerInputs,
  type Branch,
  type EditRefusal,
  editRefusalTexts,
  limits,
  newNodeTitle,
  nodeFields,
  type NodeId,
  pickFields,
  refuse,
  type Result,
} from '@espalier/domain'
import type { NodeFields } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import type { NewContents, NodeChange, NodePlace } from './operations.ts'
import type { Step } from './optimistic-store.ts'

/** Converts the refusal of a rule to a text for the person. */
export const withRefusalText = <Value>(result: Result<Value, EditRefusal>): Result<Value, string> =>
  result.ok ? result : refuse(editRefusalTexts[result.reason])

/** The place of a new node. */
export type NewPlace =
  | { readonly kind: 'child'; readonly parentId: NodeId }
  | { readonly kind: 'root' }
  /** Between a node and its primary parent; above a root it becomes the new root. */
  | { readonly kind: 'parent'; readonly childId: NodeId }
  | { readonly kind: 'before' | 'after'; readonly siblingId: NodeId }

interface Spot {
  readonly place: NodePlace
  /** All parents, if it has more than one. */
  readonly parentIds: readonly NodeId[] | null
  readonly colour: string
}

interface Making {
  readonly present: NodeTable
  readonly step: Step
  readonly newId: () => NodeId
}

const setOnCreation = nodeFields.editable.filter(({ inputs }) => inputs.includes('create'))
const setLater = nodeFields.editable.filter(({ inputs }) => !inputs.includes('create'))
/** Every creation request contains these, as it always did. */
const creationDefaults = { body: nodeFields.defaults.body, status: nodeFields.defaults.status }

export function createOne(
  { present, step, newId }: Making,
  place: NewPlace,
  fields: NodeFields,
): Result<NodeId, string> {
  const spot = findSpot(present, place)
  if (spot === null) return refuse(editRefusalTexts['node-missing'])
  const id = newId()
  const { backgroundColor = spot.colour, title = newNodeTitle } = fields
  const contents: NewContents = { ...creationDefaults, ...pickFields(setOnCreation, fields), title, backgroundColor }
  const created = step({ kind: 'create', id, place: spot.place, contents })
  if (!created.ok) return withRefusalText(created)
  const rest: NodeChange = {
    ...(spot.parentIds !== null && { parentIds: spot.parentIds }),
    ...pickFields(setLater, fields),
    ...pickBlockers(fields),
  }
  const changed = step({ kind: 'update', id, change: rest })
  return changed.ok ? accept(id) : withRefusalText(changed)
}

/** A new node gets its blockers when it is there. */
const pickBlockers = (fields: NodeFields): NodeChange =>
  Object.fromEntries(blockerInputs.flatMap((input) => (fields[input] === undefined ? [] : [[input, fields[input]]])))

/** A node beside a sibling gets all of the sibling's parents; the first one in the request is the primary one. */
function findSpot({ record, living }: NodeTable, place: NewPlace): Spot | null {
  const findColor = (id: NodeId | undefined): string | undefined =>
    id === undefined ? undefined : record(id)?.style.backgroundColor
  if (place.kind === 'root') return { place: {}, parentIds: null, colour: limits.nodeColour }
  if (place.kind === 'child') {
    return {
      place: { parentId: place.parentId },
      parentIds: null,
      colour: findColor(place.parentId) ?? limits.nodeColour,
    }
  }
  const besideId = place.kind === 'parent' ? place.childId : place.siblingId
  const beside = record(besideId)
  if (beside === undefined || beside.isDeleted) return null
  const [parentId] = beside.parentIds
  const colour = findColor(parentId) ?? beside.style.backgroundColor
  if (place.kind === 'parent') return { place: { childId: besideId }, parentIds: null, colour }
  const siblings = living.children(parentId ?? null)
  const index = siblings.indexOf(beside)
  const afterId = place.kind === 'after' ? besideId : siblings.at(index - 1)?.id
  const beforeId = place.kind === 'before' ? besideId : siblings.at(index + 1)?.id
  return {
    place: {
      ...(parentId !== undefined && { parentId }),
      ...(afterId !== undefined && { afterId }),
      ...(beforeId !== undefined && { beforeId }),
    },
    parentIds: beside.parentIds.length > 1 ? beside.parentIds : null,
    colour,
  }
}

/** Creates the branches side by side, in their order. Returns the ids of their topmost nodes. */
export function createBranches(
  making: Making,
  place: NewPlace,
  branches: readonly Branch[],
): Result<readonly NodeId[], string> {
  const tops: NodeId[] = []
  const folded: NodeId[] = []
  const copies: BranchCopies = { newIds: new Map(), blockedByIds: new Map() }
  let next = place
  for (const branch of branches) {
    const made = createBranch(making, next, branch, folded, copies)
    if (!made.ok) return made
    tops.push(made.value)
    if (next.kind === 'after' || next.kind === 'parent') next = { kind: 'after', siblingId: made.value }
  }
  const hidden = making.step({ kind: 'update-many', ids: folded, change: { hideChildren: true } })
  if (!hidden.ok) return withRefusalText(hidden)
  const blocked = blockCopies(making, copies)
  return blocked.ok ? accept(tops) : withRefusalText(blocked)
}

/** The new nodes by the ids of those they were copied from, and what these wait for. */
interface BranchCopies {
  readonly newIds: Map<NodeId, NodeId>
  readonly blockedByIds: Map<NodeId, readonly NodeId[]>
}

/** Copies wait for each other as the copied nodes do. What they wait for outside is not copied. */
function blockCopies({ step }: Making, { newIds, blockedByIds }: BranchCopies): Result<null, EditRefusal> {
  for (const [id, copied] of blockedByIds) {
    const inside = copied.flatMap((blockerId) => newIds.get(blockerId) ?? [])
    if (inside.length === 0) continue
    const blocked = step({ kind: 'update', id, change: { addBlockedByIds: inside } })
    if (!blocked.ok) return blocked
  }
  return accept(null)
}

/** Avoids recursion, because a pasted chain may be a thousand nodes deep. */
function createBranch(
  making: Making,
  place: NewPlace,
  top: Branch,
  folded: NodeId[],
  copies: BranchCopies,
): Result<NodeId, string> {
  const waiting: { readonly branch: Branch; readonly place: NewPlace }[] = [{ branch: top, place }]
  let topId: NodeId | null = null
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { children, hideChildren, copiedId, blockedByIds = [], ...fields } = next.branch
    const made = createOne(making, next.place, fields)
    if (!made.ok) return made
    const id = made.value
    topId ??= id
    if (hideChildren === true) folded.push(id)
    if (copiedId !== undefined) copies.newIds.set(copiedId, id)
    if (blockedByIds.length > 0) copies.blockedByIds.set(id, blockedByIds)
    for (const branch of children.toReversed()) waiting.push({ branch, place: { kind: 'child', parentId: id } })
  }
  return topId === null ? refuse(editRefusalTexts['node-missing']) : accept(topId)
}
