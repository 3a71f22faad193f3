import { type NodeId, type NodeTransition, toTransitionState, type TransitionState } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import type { NodeTransitions } from '../../../data/transitions/index.ts'

export type KnownNode = Omit<NodeTransitions, 'transitions'>

/** What became of every node of a project: as it is stored, and after it what was seen since. */
export interface TransitionLog {
  /** In no order. */
  readonly entries: readonly NodeTransition[]
  /** Deleted ones too, as they were last. */
  readonly nodes: ReadonlyMap<NodeId, KnownNode>
  /** How a node is now; undefined is deleted. True: that is news. */
  record(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean
  /** The same, where the server did not do what was noted before. */
  revert(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean
}

export function createTransitionLog(lives: readonly NodeTransitions[]): TransitionLog {
  const nodes = new Map<NodeId, KnownNode>()
  const states = new Map<NodeId, TransitionState>()
  const entries: NodeTransition[] = []
  for (const { transitions, ...node } of lives) {
    nodes.set(node.id, node)
    for (const { dt, from, to } of transitions) entries.push({ nodeId: node.id, dt, from, to })
    states.set(node.id, transitions.at(-1)?.to ?? 'deleted')
  }
  const stored = entries.length

  function note(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean {
    if (node !== undefined) nodes.set(id, { id, title: node.title, parentIds: node.parentIds })
    const from = states.get(id) ?? 'deleted'
    const to = toTransitionState(node ?? null)
    if (from === to) return false
    entries.push({ nodeId: id, dt: nowMs, from, to })
    states.set(id, to)
    return true
  }

  return {
    entries,
    nodes,
    record: note,
    revert(id, node, nowMs) {
      const at = entries.findLastIndex(({ nodeId }) => nodeId === id)
      const last = entries[at]
      if (last === undefined || at < stored || last.from !== toTransitionState(node ?? null)) return note(id, node, nowMs)
      entries.splice(at, 1)
      states.set(id, last.from)
      return true
    },
  }
}
