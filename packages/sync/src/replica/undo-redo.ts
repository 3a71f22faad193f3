import {
  accept,
  defineTexts,
  dropNoOpSteps,
  type EditRefusal,
  invertDiffs,
  type NodeDiff,
  type NodeId,
  planRedo,
  planUndo,
  refuse,
  type Result,
  type UndoPlan,
} from '@espalier/domain'
import { withRefusalText } from './create-edits.ts'
import { dropUnknownReferences, isReposition, toFieldValues } from './fields.ts'
import type { NodeTable } from './node-table.ts'
import { getRequestIds, isMove, toRequests } from './operations.ts'
import type { Attempted, OptimisticStore, Step } from './optimistic-store.ts'
import { findPlaceRepair, findSiblingPlace, withoutPlaces } from './sibling-places.ts'
import type { UndoHistory, UndoStep } from './undo-history.ts'

const undoRedoTexts = defineTexts('sync.undo-redo', {
  nothingToUndo: 'There is nothing to undo',
  nothingToRedo: 'There is nothing to redo',
})

interface Travel {
  readonly present: NodeTable
  readonly copy: OptimisticStore
  readonly past: UndoHistory
}

/** Undoes or redoes one step, wholly or not at all. Returns the affected nodes. */
export function undoOrRedo(
  { present, copy, past }: Travel,
  direction: 'undo' | 'redo',
): Result<readonly NodeId[], string> {
  const read = (id: NodeId) => {
    const node = present.record(id)
    return node === undefined ? undefined : { ...toFieldValues(node), ...findSiblingPlace(present, node) }
  }
  const replay = direction === 'undo' ? planUndo(past.history, read) : planRedo(past.history, read)
  if (!replay.ok) return refuse(direction === 'undo' ? undoRedoTexts.nothingToUndo : undoRedoTexts.nothingToRedo)
  const { steps } = replay.value
  const definitions = present.definitions()
  const known = steps.map((step) => dropUnknownReferences(withoutPlaces(step), definitions))
  const wanted = dropNoOpSteps(leaveDeletedBlockers(present, known))
  const moved = steps.filter((step) => isEffective(withoutPlaces(step)))
  const places: Places = { ofMoments: moved.filter((diff) => !isOfWhole(diff)), ofWhole: wholePlaces(steps, moved) }
  const attempt = (order: readonly NodeDiff[]) => copy.attempt<null>((step) => replayAll(present, step, order, places))
  const first = attempt(deletionsFirst(wanted))
  const attempted = first.ok ? first : attempt(wanted)
  if (!attempted.ok) return attempted
  remember(past, direction, replay.value, attempted.value)
  return accept([...new Set(wanted.map(({ id }) => id))])
}

/**
 * A deleted node can neither be added nor, without being lost for the way back, be removed as a blocker: nobody sees it,
 * and who undeletes it brings it back with what it blocked. One that is undeleted here counts as living.
 */
function leaveDeletedBlockers({ record }: NodeTable, steps: readonly NodeDiff[]): readonly NodeDiff[] {
  const revived = new Set(steps.filter(({ after }) => after['isDeleted'] === false).map(({ id }) => id))
  const isLiving = (id: NodeId): boolean => revived.has(id) || record(id)?.isDeleted === false
  return steps.map((step) => {
    const wanted: unknown = step.after['blockedByIds']
    if (!Array.isArray(wanted)) return step
    const present = record(step.id)?.blockedByIds ?? []
    const kept = wanted.filter((id: NodeId) => present.includes(id) || isLiving(id))
    const deleted = present.filter((id) => !wanted.includes(id) && !isLiving(id))
    return { ...step, after: { ...step.after, blockedByIds: [...deleted, ...kept] } }
  })
}

const isEffective = (step: NodeDiff): boolean => dropNoOpSteps([step]).length > 0

/** A change record with the places before and after the whole group, not those of a single step. */
interface WholeDiff extends NodeDiff {
  readonly isOfWhole: true
}

const isOfWhole = (diff: NodeDiff): diff is WholeDiff => 'isOfWhole' in diff

interface Places {
  readonly ofMoments: readonly NodeDiff[]
  readonly ofWhole: readonly NodeDiff[]
}

/** Only the last change of a node in the group has its place after the whole group. */
function wholePlaces(steps: readonly NodeDiff[], moved: readonly NodeDiff[]): readonly NodeDiff[] {
  const movedIds = new Set(moved.map(({ id }) => id))
  const placed = steps.filter((diff) => isOfWhole(diff) && movedIds.has(diff.id) && 'afterId' in diff.after)
  return [...new Map(placed.map((diff) => [diff.id, diff])).values()]
}

/**
 * On the first undo each request restores the state in which its places were recorded. Later the places are those found
 * when the group was last replayed, and hold only after the whole group has been replayed.
 */
function replayAll(
  present: NodeTable,
  step: Step,
  wanted: readonly NodeDiff[],
  { ofMoments, ofWhole }: Places,
): Result<null, string> {
  const moves = new Map<NodeId, NodeDiff[]>()
  for (const diff of ofMoments) {
    if ('afterId' in diff.after) moves.set(diff.id, [...(moves.get(diff.id) ?? []), diff])
  }
  for (const request of toRequests(wanted)) {
    const stepped = step(request)
    if (!stepped.ok) return withRefusalText(stepped)
    const moved = isMove(request) ? getRequestIds(request).flatMap((id) => moves.get(id)?.shift() ?? []) : []
    const settled = settleAll(present, step, moved)
    if (!settled.ok) return withRefusalText(settled)
  }
  const settled = settleAll(present, step, ofWhole)
  return settled.ok ? accept(null) : withRefusalText(settled)
}

/**
 * Moving one node back between its siblings may leave the next one on the wrong side of it, so they are checked again.
 */
const settlingRounds = 4

function settleAll(present: NodeTable, step: Step, moved: readonly NodeDiff[]): Result<null, EditRefusal> {
  for (let round = 0; round < settlingRounds; round += 1) {
    let isSettled = true
    for (const move of moved) {
      const request = findPlaceRepair(present, move)
      if (request === null) continue
      isSettled = false
      const settled = step(request)
      if (!settled.ok) return settled
    }
    if (isSettled) break
  }
  return accept(null)
}

const isDeletion = ({ after }: NodeDiff): boolean => after['isDeleted'] === true

/** A deleted node makes space for those that return to its place, and its children are lifted with it. */
function deletionsFirst(steps: readonly NodeDiff[]): readonly NodeDiff[] {
  const leaving = new Set(steps.filter(isDeletion).map(({ id }) => id))
  return [
    ...steps.filter((diff) => leaving.has(diff.id) && !isDeletion(diff)),
    ...steps.filter(isDeletion),
    ...steps.filter(({ id }) => !leaving.has(id)),
  ]
}

/** Side effects on other nodes, as when a deleted node's children move up, are recorded for the way back too. */
function remember(
  past: UndoHistory,
  direction: 'undo' | 'redo',
  { history, steps }: UndoPlan,
  { steps: made }: Attempted<null>,
) {
  const meant = new Set(steps.map(({ id }) => id))
  const besides = made
    .flatMap(({ diffs }) => diffs)
    .filter((diff) => !meant.has(diff.id) && !isReposition(withoutPlaces(diff)))
  const done: readonly NodeDiff[] = [...besides, ...steps]
  const group = (direction === 'undo' ? invertDiffs(done) : done).map((diff) => ({ ...diff, isOfWhole: true as const }))
  const operations: UndoStep[] = made.map(({ operationId, diffs }) => {
    const ids = new Set(diffs.map(({ id }) => id))
    return { operationId, diffs: group.filter(({ id }) => ids.has(id)) }
  })
  past.replace(
    direction === 'undo'
      ? { undo: history.undo, redo: [...history.redo.slice(0, -1), group] }
      : { undo: [...history.undo.slice(0, -1), group], redo: history.redo },
    operations,
  )
}
