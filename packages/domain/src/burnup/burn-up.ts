import type { NodeId } from '../node/node.ts'
import type { Transition } from '../node/status.ts'
import type { TimeResolution } from '../project/view-options.ts'
import type { Calendar, TimePeriod } from './calendar.ts'

export interface BurnupPoint {
  /** The start of the period in milliseconds since 1970. */
  readonly startMs: number
  /** The exclusive end of the period. */
  readonly endMs: number
  /** The totals at the end of the period. */
  readonly created: number
  readonly resolved: number
}

/**
 * Leaving deleted counts as created, entering it reverts that; entering done counts as resolved, leaving it reverts
 * that.
 */
export const getTransitionDelta = ({
  from,
  to,
}: Transition): { readonly created: number; readonly resolved: number } => ({
  created: Number(from === 'deleted') - Number(to === 'deleted'),
  resolved: Number(to === 'done') - Number(from === 'done'),
})

const deltaValues = 3
const deltaCodes = deltaValues * deltaValues

/** Encodes time and effect as one number, because a typed array of them sorts ten times as fast as the transitions. */
function sortDeltaKeys(transitions: Iterable<Transition>): Float64Array {
  const keys: number[] = []
  for (const transition of transitions) {
    const { created, resolved } = getTransitionDelta(transition)
    if (created !== 0 || resolved !== 0)
      keys.push(Math.floor(transition.dt) * deltaCodes + (created + 1) * deltaValues + resolved + 1)
  }
  return Float64Array.from(keys).sort()
}

/** Returns one point for each period that changed the totals, in order. O(n log n). */
export function computeBurnup(
  transitions: Iterable<Transition>,
  resolution: TimeResolution,
  calendar: Calendar,
): readonly BurnupPoint[] {
  const points: BurnupPoint[] = []
  let [created, resolved] = [0, 0]
  let period: TimePeriod = { startMs: -Infinity, endMs: -Infinity }
  const close = (): void => {
    const last = points.at(-1)
    if (created !== (last?.created ?? 0) || resolved !== (last?.resolved ?? 0))
      points.push({ startMs: period.startMs, endMs: period.endMs, created, resolved })
  }
  for (const key of sortDeltaKeys(transitions)) {
    const dt = Math.floor(key / deltaCodes)
    const code = key - dt * deltaCodes
    if (dt >= period.endMs) {
      close()
      period = calendar.findPeriod(dt, resolution)
    }
    created += Math.floor(code / deltaValues) - 1
    resolved += (code % deltaValues) - 1
  }
  close()
  return points
}

/**
 * Reduces the points to at most this many for a chart without room for more: adjacent points are merged into one that
 * begins with the first and has the totals of the last.
 */
export function thinBurnupPoints(points: readonly BurnupPoint[], most: number): readonly BurnupPoint[] {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length <= most) return points
  const width = (last.startMs - first.startMs + 1) / most
  const thinned: BurnupPoint[] = []
  let bucket = -1
  for (const point of points) {
    const next = Math.floor((point.startMs - first.startMs) / width)
    const before = next === bucket ? thinned.pop() : undefined
    thinned.push(before === undefined ? point : { ...point, startMs: before.startMs })
    bucket = next
  }
  return thinned
}

export interface NodeTransition extends Transition {
  readonly nodeId: NodeId
}

type StepPart = 'created' | 'resolved' | 'reopened' | 'deleted'

/** A node's part in a step of the burn-up. */
export interface StepNode {
  readonly nodeId: NodeId
  readonly parts: readonly StepPart[]
}

/**
 * Returns the nodes that changed the totals in a half-open interval, in the order of their first change. Nodes whose
 * changes cancel out are omitted.
 */
export function findStepNodes(
  transitions: Iterable<NodeTransition>,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): readonly StepNode[] {
  const effects = new Map<NodeId, { sinceMs: number; created: number; resolved: number }>()
  for (const transition of transitions) {
    if (transition.dt < startMs || transition.dt >= endMs) continue
    const effect = getTransitionDelta(transition)
    const sum = effects.get(transition.nodeId) ?? { sinceMs: transition.dt, created: 0, resolved: 0 }
    sum.sinceMs = Math.min(sum.sinceMs, transition.dt)
    sum.created += effect.created
    sum.resolved += effect.resolved
    effects.set(transition.nodeId, sum)
  }
  return [...effects]
    .sort(([, one], [, other]) => one.sinceMs - other.sinceMs)
    .map(([nodeId, effect]) => ({ nodeId, parts: listStepParts(effect) }))
    .filter(({ parts }) => parts.length > 0)
}

function listStepParts({
  created,
  resolved,
}: {
  readonly created: number
  readonly resolved: number
}): readonly StepPart[] {
  const parts: StepPart[] = []
  if (created > 0) parts.push('created')
  if (created < 0) parts.push('deleted')
  if (resolved > 0) parts.push('resolved')
  if (resolved < 0 && created >= 0) parts.push('reopened')
  return parts
}

interface LinkedNode {
  readonly id: NodeId
  readonly parentIds: readonly NodeId[]
}

/** Collects a node and all its descendants, deleted ones at their last place. A branch's burn-up counts these. */
export function collectBranchIds(nodes: Iterable<LinkedNode>, topId: NodeId): ReadonlySet<NodeId> {
  const below = new Map<NodeId, NodeId[]>()
  for (const { id, parentIds } of nodes) {
    for (const parentId of parentIds) {
      const siblings = below.get(parentId)
      if (siblings === undefined) below.set(parentId, [id])
      else siblings.push(id)
    }
  }
  const lineage = new Set([topId])
  for (const id of lineage) for (const child of below.get(id) ?? []) lineage.add(child)
  return lineage
}
