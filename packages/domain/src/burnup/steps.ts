import type { NodeId } from '../graph/node.ts'
import type { Transition } from '../status/transitions.ts'
import { getTransitionDelta } from './burnup.ts'

export interface NodeTransition extends Transition {
  readonly nodeId: NodeId
}

export type StepPart = 'created' | 'resolved' | 'reopened' | 'deleted'

/** What a node did for a step of the burn-up. */
export interface StepNode {
  readonly nodeId: NodeId
  readonly parts: readonly StepPart[]
}

/**
 * The nodes that made the difference between two moments, the later one left out, in the order in which they began to. What came
 * to nothing is not among them.
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

function listStepParts({ created, resolved }: { readonly created: number; readonly resolved: number }): readonly StepPart[] {
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

/** A node and all that hangs below it, deleted ones as they hung last. A branch's burn-up counts these. */
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
