import type { Api } from '@espalier/schema'
import { limits, type NodeId, type NodeStatus, type ProjectId, toPlainText } from '@espalier/domain'
import { apiClient } from './graphql/api-client.ts'
import { OperationError } from './graphql/api-errors.ts'
import { gql, type TypedDocumentNode } from './graphql/gql.ts'
import { dealingWith } from './graphql/own-codes.ts'

export interface PlanNode {
  readonly id: NodeId
  /** What a person reads of it. */
  readonly title: string
  readonly status: NodeStatus
  /** Those of the plan, the primary one first. None: it stands at the top. */
  readonly parentIds: readonly NodeId[]
}

/** A project as a view beside the product needs it: to be looked at. */
export interface Plan {
  /** Null: made up. */
  readonly projectId: ProjectId | null
  readonly title: string
  readonly status: NodeStatus
  /** Level by level: a primary parent comes before its children, siblings stand in their order. */
  readonly nodes: readonly PlanNode[]
  /** How many there are, with those that were left out. */
  readonly total: number
}

/** What came of asking for one. Missing: there is no such project, or none that this person may know of. */
export type PlanResult =
  | { readonly kind: 'missing' | 'failed'; readonly text: string }
  | { readonly kind: 'known'; readonly plan: Plan }

/** Where a node is worked on; null for one that is made up. */
export const planNodeUrl = ({ projectId }: Plan, nodeId: NodeId): string | null =>
  projectId === null ? null : `/tree/${projectId}#node=${encodeURIComponent(nodeId)}`

/** The nodes by the primary parent they stand under, each list in its order; null: those at the top. */
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
const tops = ['The wall', 'The trees', 'The tools', 'The harvest', 'The neighbours']
const statuses: readonly NodeStatus[] = ['todo', 'progress', 'done']
/** One node in so many has a second parent. */
const sharedOneIn = 12

interface SampleOptions {
  readonly nodes: number
  readonly seed: number
}

/** A made-up plan; the same seed gives the same plan. */
export function samplePlan({ nodes: count, seed }: SampleOptions): Plan {
  const chance = createSeededRandom(seed)
  const pick = <Item>(from: readonly Item[], otherwise: Item): Item =>
    from[Math.floor(chance() * from.length)] ?? otherwise
  const parents = [0]
  // Always the last children of those before them: so the plan stands level by level.
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

/** Numbers from 0 to 1 that follow from their seed (a linear congruence, its high bits mixed down). */
function createSeededRandom(seed: number): () => number {
  let state = (seed + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
  }
}

type SentPlanProject = Pick<Api.Project, 'id' | 'title' | 'completionStatus'>

const planProjectQuery: TypedDocumentNode<{ readonly project: SentPlanProject | null }, { readonly id: string }> = gql`
  query Project($id: ID!) {
    project(id: $id) {
      id
      title
      completionStatus
    }
  }
`

export type SentPlanNode = Pick<Api.Node, 'id' | 'parentIds' | 'title' | 'status' | 'position'>

const planNodesQuery: TypedDocumentNode<{ readonly nodes: readonly SentPlanNode[] }, { readonly projectId: string }> =
  gql`
    query Nodes($projectId: ID!) {
      nodes(projectId: $projectId) {
        id
        parentIds
        title
        status
        position
      }
    }
  `

const untitledText = '(without a title)'

/** The first nodes of a project, level by level: a drawing of all of a very large one could neither be read nor moved. */
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

// The same order as everywhere; taken from the rules, it would be one more piece for the project screen to load.
const comparePositions = (left: SentPlanNode, right: SentPlanNode): number =>
  left.position - right.position || (left.id < right.id ? -1 : 1)

function takeLevelByLevel(sent: readonly SentPlanNode[], most: number): readonly SentPlanNode[] {
  const lists = new Map<NodeId | null, SentPlanNode[]>()
  // By its primary parent alone: a node with several would stand in the plan several times.
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

const notFoundHandled = dealingWith('NOT_FOUND')

/** Whatever keeps a plan from being read is a value. Of a missing project the page says nothing by itself. */
export async function fetchPlan(projectId: string): Promise<PlanResult> {
  try {
    const [{ project }, { nodes }] = await Promise.all([
      apiClient().ask(planProjectQuery, { variables: { id: projectId }, context: notFoundHandled }),
      apiClient().ask(planNodesQuery, { variables: { projectId }, context: notFoundHandled }),
    ])
    if (project === null) throw new Error('The API answered without a project and without a reason')
    return { kind: 'known', plan: readPlan(project, nodes) }
  } catch (error) {
    const [fault] = error instanceof OperationError ? error.errors : []
    const isMissing = fault?.extensions?.['code'] === 'NOT_FOUND'
    return { kind: isMissing ? 'missing' : 'failed', text: fault?.message ?? String(error) }
  }
}
