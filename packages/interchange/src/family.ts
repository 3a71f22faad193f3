import { comparePlaced, type NodeId } from '@espalier/domain'
import type { InterchangeNode, InterchangeProject } from './model.ts'

export interface Step {
  readonly node: InterchangeNode
  /** Of a root, 0. */
  readonly depth: number
}

/** A project as a tree of primary parents, siblings in their order. */
export interface Family {
  readonly roots: readonly InterchangeNode[]
  node(id: NodeId): InterchangeNode | undefined
  childrenOf(id: NodeId): readonly InterchangeNode[]
  /** The parents beyond the primary one, as far as they are here. */
  extraParentsOf(node: InterchangeNode): readonly InterchangeNode[]
  /** Each node before those below it, as it is read from the top. */
  walk(): Iterable<Step>
}

export function familyOf(project: Pick<InterchangeProject, 'nodes'>): Family {
  const byId = new Map(project.nodes.map((node) => [node.id, node]))
  const roots: InterchangeNode[] = []
  const children = new Map<NodeId, InterchangeNode[]>()
  for (const node of project.nodes.toSorted(comparePlaced)) {
    const parentId = node.parentIds.find((id) => byId.has(id))
    if (parentId === undefined) roots.push(node)
    else listOf(children, parentId).push(node)
  }
  const childrenOf = (id: NodeId) => children.get(id) ?? []
  return {
    roots,
    node: (id) => byId.get(id),
    childrenOf,
    extraParentsOf: ({ parentIds }) => parentIds.flatMap((id) => byId.get(id) ?? []).slice(1),
    walk: () => walk(roots, childrenOf),
  }
}

function listOf(lists: Map<NodeId, InterchangeNode[]>, id: NodeId): InterchangeNode[] {
  const list = lists.get(id) ?? []
  lists.set(id, list)
  return list
}

function* walk(roots: readonly InterchangeNode[], childrenOf: Family['childrenOf']): Iterable<Step> {
  const waiting: Step[] = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    yield step
    for (const node of childrenOf(step.node.id).toReversed()) waiting.push({ node, depth: step.depth + 1 })
  }
}

/** The extra children of each node: the links that a tree does not show. */
export function extraLinksOf(family: Family): ReadonlyMap<NodeId, readonly InterchangeNode[]> {
  const links = new Map<NodeId, InterchangeNode[]>()
  for (const { node } of family.walk()) {
    for (const parent of family.extraParentsOf(node)) listOf(links, parent.id).push(node)
  }
  return links
}

/** A short name for each node that others hang from beyond their primary parent. */
export function linkNames(family: Family): ReadonlyMap<NodeId, string> {
  const names = new Map<NodeId, string>()
  for (const id of extraLinksOf(family).keys()) names.set(id, `n${names.size + 1}`)
  return names
}
