import type { NodeId, NodeStatus, ProjectId } from '@espalier/domain'

export interface PlanNode {
  readonly id: NodeId
  /** The title as readable text. */
  readonly title: string
  readonly status: NodeStatus
  /** The parents inside the plan, the primary one first. Empty: the node is a root. */
  readonly parentIds: readonly NodeId[]
}

/** A read-only form of a project for views outside the planner. */
export interface Plan {
  /** Null: the plan is a sample. */
  readonly projectId: ProjectId | null
  readonly title: string
  readonly status: NodeStatus
  /** Nodes are ordered level by level: a primary parent comes before its children, siblings keep their order. */
  readonly nodes: readonly PlanNode[]
  /** The number of nodes, including omitted ones. */
  readonly total: number
}

/** Returns the address of a node in its project; null for a sample. */
export const planNodeUrl = ({ projectId }: Plan, nodeId: NodeId): string | null =>
  projectId === null ? null : `/tree/${projectId}#node=${encodeURIComponent(nodeId)}`

/** Groups nodes by primary parent, each list in order; null holds the roots. */
export function groupByPrimaryParent({ nodes }: Plan): ReadonlyMap<NodeId | null, readonly PlanNode[]> {
  const lists = new Map<NodeId | null, PlanNode[]>([[null, []]])
  for (const node of nodes) {
    const parentId = node.parentIds[0] ?? null
    const list = lists.get(parentId)
    if (list === undefined) lists.set(parentId, [node])
    else list.push(node)
  }
  return lists
}

const works = ['Plant', 'Prune', 'Tie in', 'Measure', 'Water', 'Graft', 'Mulch', 'Order', 'Draw', 'Ask about']
const things = [
  'the pears',
  'the quinces',
  'the south wall',
  'the wires',
  'the figs',
  'the plums',
  'the soil',
  'the gate',
]
const tops = ['The wall', 'The trees', 'The tools', 'The harvest', 'The neighbors']
const statuses: readonly NodeStatus[] = ['todo', 'progress', 'done']
/** One node in twelve gets a second parent. */
const sharedOneIn = 12

interface SampleOptions {
  readonly nodes: number
  readonly seed: number
}

/** Generates a plan; the same seed gives the same plan. */
export function samplePlan({ nodes: count, seed }: SampleOptions): Plan {
  const chance = createSeededRandom(seed)
  const pick = <Item>(from: readonly Item[], otherwise: Item): Item =>
    from[Math.floor(chance() * from.length)] ?? otherwise
  const parents = [0]
  // Each parent index is at least the previous one, so the plan stays ordered level by level.
  for (let at = 1; at < count; at += 1) {
    const last = parents[at - 1] ?? 0
    parents.push(at <= tops.length ? 0 : Math.min(at - 1, last + Math.floor(chance() * chance() * 3)))
  }
  const nodes = parents.map((parent, at): PlanNode => {
    const title = at === 0 ? 'A garden' : (tops[at - 1] ?? `${pick(works, 'Plant')} ${pick(things, 'the pears')}`)
    const second = at > tops.length && Math.floor(chance() * sharedOneIn) === 0 ? Math.floor(chance() * parent) : 0
    const parentIds = at === 0 ? [] : [parent, ...(second > 0 && second !== parent ? [second] : [])].map(sampleNodeId)
    return { id: sampleNodeId(at), title, status: pick(statuses, 'todo'), parentIds }
  })
  return { projectId: null, title: 'A sample plan', status: 'progress', nodes, total: nodes.length }
}

const sampleNodeId = (at: number): string => `sample-${at}`

/** Returns numbers from 0 to 1 derived from the seed (a linear congruential generator with mixed high bits). */
function createSeededRandom(seed: number): () => number {
  let state = (seed + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
  }
}
