import { compareSiblings, type FileNode, type Layout, type NodeId } from '@espalier/domain'

/**
 * A node as it travels. Titles and bodies are rich text; a body is '' where there is none. The first of the parents is
 * the primary one, a root has none, and siblings stand in the order of their positions.
 */
export type InterchangeNode = FileNode

/** A project as it travels, in every format the same. Its title is plain text. */
export interface InterchangeProject {
  readonly title: string
  readonly body: string
  readonly layout?: Layout
  readonly nodes: readonly InterchangeNode[]
}

export interface ReadOptions {
  /** The file's name, for files that do not say what they are called. */
  readonly fileName?: string
  /** Cleans a title or a body; without it they pass the list of allowed tags alone. */
  readonly clean?: (html: string) => string
}

interface TreeStep {
  readonly node: InterchangeNode
  /** Of a root, 0. */
  readonly depth: number
}

/** A project as a tree of primary parents, siblings in their order. */
export interface ParentIndex {
  readonly roots: readonly InterchangeNode[]
  node(id: NodeId): InterchangeNode | undefined
  children(id: NodeId): readonly InterchangeNode[]
  /** The parents beyond the primary one, as far as they are here. */
  extraParents(node: InterchangeNode): readonly InterchangeNode[]
  /** Each node before those below it, as it is read from the top. */
  walk(): Iterable<TreeStep>
}

export function buildParentIndex(project: Pick<InterchangeProject, 'nodes'>): ParentIndex {
  const byId = new Map(project.nodes.map((node) => [node.id, node]))
  const roots: InterchangeNode[] = []
  const children = new Map<NodeId, InterchangeNode[]>()
  for (const node of project.nodes.toSorted(compareSiblings)) {
    const parentId = node.parentIds.find((id) => byId.has(id))
    if (parentId === undefined) roots.push(node)
    else ensureList(children, parentId).push(node)
  }
  const childrenOf = (id: NodeId) => children.get(id) ?? []
  return {
    roots,
    node: (id) => byId.get(id),
    children: childrenOf,
    extraParents: ({ parentIds }) => parentIds.flatMap((id) => byId.get(id) ?? []).slice(1),
    walk: () => walkTree(roots, childrenOf),
  }
}

function ensureList(lists: Map<NodeId, InterchangeNode[]>, id: NodeId): InterchangeNode[] {
  const list = lists.get(id) ?? []
  lists.set(id, list)
  return list
}

function* walkTree(roots: readonly InterchangeNode[], childrenOf: ParentIndex['children']): Iterable<TreeStep> {
  const waiting: TreeStep[] = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    yield step
    for (const node of childrenOf(step.node.id).toReversed()) waiting.push({ node, depth: step.depth + 1 })
  }
}

/** The extra children of each node: the links that a tree does not show. */
export function findExtraLinks(family: ParentIndex): ReadonlyMap<NodeId, readonly InterchangeNode[]> {
  const links = new Map<NodeId, InterchangeNode[]>()
  for (const { node } of family.walk()) {
    for (const parent of family.extraParents(node)) ensureList(links, parent.id).push(node)
  }
  return links
}

/** A short name for each node that others hang from beyond their primary parent. */
export function nameLinkTargets(family: ParentIndex): ReadonlyMap<NodeId, string> {
  const names = new Map<NodeId, string>()
  for (const id of findExtraLinks(family).keys()) names.set(id, `n${names.size + 1}`)
  return names
}
