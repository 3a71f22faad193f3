import { type NodesQuery, nodesQuery, type ProjectQuery, projectQuery } from '@espalier/schema/documents/plan'
import { limits, type NodeId, type NodeStatus, type ProjectId, toPlainText } from '@espalier/domain'
import type { ApiFailure } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { apiErrorTexts } from '../texts/api-errors.ts'

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

/** The result of loading a plan. `missing`: there is no such project, or this person may not know of it. */
export type PlanResult =
  | { readonly kind: 'missing' | 'failed'; readonly text: string }
  | { readonly kind: 'known'; readonly plan: Plan }

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

type SentPlanProject = NonNullable<ProjectQuery['project']>

export type SentPlanNode = NodesQuery['nodes'][number]

const untitledText = '(without a title)'

/**
 * Takes the first nodes of a project level by level, because a drawing of a very large project could be neither read
 * nor moved.
 */
export function readPlan(
  { id, title, completionStatus }: SentPlanProject,
  sent: readonly SentPlanNode[],
  most: number = limits.demoTreeNodes,
): Plan {
  const first = takeLevelByLevel(sent, most)
  const drawn = new Set(first.map((node) => node.id))
  return {
    projectId: id,
    title: title || untitledText,
    status: completionStatus,
    nodes: first.map((node) => toPlanNode(node, drawn)),
    total: sent.length,
  }
}

const toPlanNode = ({ id, title, status, parentIds }: SentPlanNode, drawn: ReadonlySet<NodeId>): PlanNode => ({
  id,
  title: toPlainText(title) || untitledText,
  status: status ?? 'todo',
  parentIds: parentIds.filter((parentId) => drawn.has(parentId)),
})

// This repeats the domain's order, because importing it would add another chunk to the project screen.
const comparePositions = (left: SentPlanNode, right: SentPlanNode): number =>
  left.position - right.position || (left.id < right.id ? -1 : 1)

function takeLevelByLevel(sent: readonly SentPlanNode[], most: number): readonly SentPlanNode[] {
  const lists = new Map<NodeId | null, SentPlanNode[]>()
  // Only the primary parent counts, or a node with several parents would appear several times.
  for (const node of sent.toSorted(comparePositions)) {
    const parentId = node.parentIds[0] ?? null
    const list = lists.get(parentId)
    if (list === undefined) lists.set(parentId, [node])
    else list.push(node)
  }
  const first = (lists.get(null) ?? []).slice(0, most)
  for (let at = 0; at < first.length && first.length < most; at += 1)
    first.push(...(lists.get(first[at]?.id ?? null) ?? []).slice(0, most - first.length))
  return first
}

const notFoundHandled = { context: handledByCaller('NOT_FOUND') }

export async function fetchPlan(projectId: string): Promise<PlanResult> {
  const [project, nodes] = await Promise.all([
    sendOperation(projectQuery, { id: projectId }, notFoundHandled),
    sendOperation(nodesQuery, { projectId }, notFoundHandled),
  ])
  if (!project.ok) return toPlanFailure(project)
  if (!nodes.ok) return toPlanFailure(nodes)
  if (project.value.project === null) return { kind: 'failed', text: apiErrorTexts.noProject }
  return { kind: 'known', plan: readPlan(project.value.project, nodes.value.nodes) }
}

const toPlanFailure = ({ code, message }: ApiFailure): PlanResult => ({
  kind: code === 'NOT_FOUND' ? 'missing' : 'failed',
  text: message,
})
