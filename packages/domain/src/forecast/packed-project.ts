import type { NodeTransition } from '../burnup/burn-up.ts'
import type { NodeId } from '../node/node.ts'
import { transitionStates } from '../node/status.ts'
import type { PackedLists } from '../planning/packed-lists.ts'
import type { SchedulableNode } from '../schedule/schedule.ts'

/** The fields of a living node that a forecast reads. */
export interface ForecastNode extends SchedulableNode {
  readonly assigneeIds: readonly string[]
}

/** The work that a node still is. */
export const nodeWork = { todo: 0, progress: 1, done: 2, uncounted: 3 } as const

/**
 * A project as a forecast reads it, in typed arrays: they go to a worker without being copied, while ten thousand
 * objects would keep the page busy. Living nodes have the first numbers, deleted ones come after them.
 */
export interface PackedProject {
  readonly nowMs: number
  readonly living: number
  readonly people: number
  readonly work: Uint8Array<ArrayBuffer>
  /** NaN: not estimated. Includes deleted nodes. */
  readonly estimates: Float32Array<ArrayBuffer>
  readonly parents: PackedLists
  readonly blockers: PackedLists
  readonly assignees: PackedLists
  /** The transitions, in no order: when, of which node, from and to which state. */
  readonly times: Float64Array<ArrayBuffer>
  readonly nodes: Int32Array<ArrayBuffer>
  readonly states: Uint8Array<ArrayBuffer>
}

/** Numbers the nodes in their order. Links to nodes that do not live are left out. */
export function packProject(
  nodes: readonly ForecastNode[],
  transitions: readonly NodeTransition[],
  nowMs: number,
): PackedProject {
  const numbers = new Map<NodeId, number>()
  for (const { id } of nodes) numbers.set(id, numbers.size)
  const people = new Map<string, number>()
  const count = transitions.length
  const [times, owners, states] = [new Float64Array(count), new Int32Array(count), new Uint8Array(count)]
  for (const [at, { dt, nodeId, from, to }] of transitions.entries()) {
    times[at] = dt
    owners[at] = findOrAdd(numbers, nodeId)
    states[at] = packStates(transitionStates.indexOf(from), transitionStates.indexOf(to))
  }
  const estimates = new Float32Array(numbers.size).fill(Number.NaN)
  const work = new Uint8Array(nodes.length)
  for (const [at, node] of nodes.entries()) {
    if (node.estimate !== null) estimates[at] = node.estimate
    work[at] = node.isCounted ? nodeWork[node.status] : nodeWork.uncounted
  }
  const findLiving = (id: NodeId): number => {
    const at = numbers.get(id) ?? nodes.length
    return at < nodes.length ? at : -1
  }
  const parents = packLists(nodes, ({ parentIds }) => parentIds, findLiving)
  const blockers = packLists(nodes, ({ blockedByIds }) => blockedByIds, findLiving)
  const assignees = packLists(
    nodes,
    ({ assigneeIds }) => assigneeIds,
    (id) => findOrAdd(people, id),
  )
  const living = nodes.length
  return {
    nowMs,
    living,
    people: people.size,
    work,
    estimates,
    parents,
    blockers,
    assignees,
    times,
    nodes: owners,
    states,
  }
}

const stateCount = transitionStates.length
const packStates = (from: number, to: number): number => from * stateCount + to
export const unpackFrom = (states: number): number => Math.floor(states / stateCount)
export const unpackTo = (states: number): number => states % stateCount

/** Returns the buffers that can be handed over to a worker. */
export function listBuffers({ work, estimates, times, nodes, states, ...lists }: PackedProject): ArrayBuffer[] {
  const packed = [lists.parents, lists.blockers, lists.assignees].flatMap(({ starts, values }) => [starts, values])
  return [work, estimates, times, nodes, states, ...packed].map(({ buffer }) => buffer)
}

function findOrAdd(numbers: Map<string, number>, id: string): number {
  const known = numbers.get(id)
  if (known !== undefined) return known
  numbers.set(id, numbers.size)
  return numbers.size - 1
}

function packLists(
  nodes: readonly ForecastNode[],
  list: (node: ForecastNode) => readonly string[],
  find: (id: string) => number,
): PackedLists {
  const starts = new Int32Array(nodes.length + 1)
  const values: number[] = []
  for (const [at, node] of nodes.entries()) {
    for (const id of list(node)) {
      const found = find(id)
      if (found !== -1) values.push(found)
    }
    starts[at + 1] = values.length
  }
  return { starts, values: Int32Array.from(values) }
}
