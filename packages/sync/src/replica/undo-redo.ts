import {
  accept,
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
import { fieldsOf, isReposition } from './fields.ts'
import type { NodeTable } from './node-table.ts'
import { getRequestIds, isStructural, toRequests } from './operations.ts'
import type { Attempted, OptimisticStore, Step } from './optimistic-store.ts'
import { findPlaceRepair, findSiblingPlace, withoutPlaces } from './sibling-places.ts'
import type { UndoHistory, UndoStep } from './undo-history.ts'

interface Travel {
  readonly present: NodeTable
  readonly copy: OptimisticStore
  readonly past: UndoHistory
}

/** Goes one step back or forth, wholly or not at all. Answers the nodes that it concerned. */
export function undoOrRedo(
  { present, copy, past }: Travel,
  direction: 'undo' | 'redo',
): Result<readonly NodeId[], string> {
  const read = (id: NodeId) => {
    const node = present.record(id)
    return node === undefined ? undefined : { ...fieldsOf(node), ...findSiblingPlace(present, node) }
  }
  const replay = direction === 'undo' ? planUndo(past.history, read) : planRedo(past.history, read)
  if (!replay.ok) return refuse(direction === 'undo' ? 'There is nothing to undo' : 'There is nothing to redo')
  const { steps } = replay.value
  const wanted = dropNoOpSteps(steps.map(withoutPlaces))
  const moved = steps.filter((step) => isEffective(withoutPlaces(step)))
  const places: Places = { ofMoments: moved.filter((diff) => !isOfWhole(diff)), ofWhole: wholePlaces(steps, moved) }
  const attempt = (order: readonly NodeDiff[]) => copy.attempt<null>((step) => replayAll(present, step, order, places))
  const first = attempt(deletionsFirst(wanted))
  const attempted = first.ok ? first : attempt(wanted)
  if (!attempted.ok) return attempted
  remember(past, direction, replay.value, attempted.value)
  return accept([...new Set(wanted.map(({ id }) => id))])
}

const isEffective = (step: NodeDiff): boolean => dropNoOpSteps([step]).length > 0

/** A change record whose places are those before and after the whole group, not of its own moment. */
interface WholeDiff extends NodeDiff {
  readonly isOfWhole: true
}

const isOfWhole = (diff: NodeDiff): diff is WholeDiff => 'isOfWhole' in diff

interface Places {
  readonly ofMoments: readonly NodeDiff[]
  readonly ofWhole: readonly NodeDiff[]
}

/** Of a node that the group changes several times only the last change tells where it stood once all was done. */
function wholePlaces(steps: readonly NodeDiff[], moved: readonly NodeDiff[]): readonly NodeDiff[] {
  const movedIds = new Set(moved.map(({ id }) => id))
  const placed = steps.filter((diff) => isOfWhole(diff) && movedIds.has(diff.id) && 'afterId' in diff.after)
  return [...new Map(placed.map((diff) => [diff.id, diff])).values()]
}

/**
 * On the first undo each request brings back the moment in which its places were noted. Later the places are those found
 * when the group was replayed last, and hold only once all of it has been.
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
    const moved = isStructural(request) ? getRequestIds(request).flatMap((id) => moves.get(id)?.shift() ?? []) : []
    const settled = settleAll(present, step, moved)
    if (!settled.ok) return withRefusalText(settled)
  }
  const settled = settleAll(present, step, ofWhole)
  return settled.ok ? accept(null) : withRefusalText(settled)
}

/** One that steps back between its siblings may leave the next one on the wrong side of it: then they are looked at again. */
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

/** A node that goes makes room for those that come back to where it stood, and its children are lifted with it. */
function deletionsFirst(steps: readonly NodeDiff[]): readonly NodeDiff[] {
  const leaving = new Set(steps.filter(isDeletion).map(({ id }) => id))
  return [
    ...steps.filter((diff) => leaving.has(diff.id) && !isDeletion(diff)),
    ...steps.filter(isDeletion),
    ...steps.filter(({ id }) => !leaving.has(id)),
  ]
}

/** What the steps did to others, as when a deleted node's children move up, is on the way back too. */
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
