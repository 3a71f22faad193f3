import {
  compareSiblings,
  type FileNode,
  type Layout,
  type NodeId,
  nodesPerStep,
  type ProjectDefinitions,
  runSteps,
  type Steps,
} from '@espalier/domain'

/**
 * A node as it travels. Titles and bodies are rich text; a body is '' where there is none. The first of the parents is
 * the primary one, a root has none, and siblings stand in the order of their positions.
 */
export type InterchangeNode = FileNode

/** The tags, stages and own fields of a file. The ids are those that the nodes of the file use. */
export type FileDefinitions = Partial<ProjectDefinitions>

/** Somebody whom nodes of a file may name. */
export interface FilePerson {
  readonly id: string
  readonly email: string
  readonly name?: string
}

/** A comment on a node of a file. Times are in milliseconds since 1970. */
export interface FileComment {
  readonly id: string
  readonly nodeId: NodeId
  /** The first comment of the thread; null for that one. */
  readonly parentId: string | null
  /** An email address. Null: the person no longer exists. */
  readonly author: string | null
  readonly body: string
  readonly createdAt: number
  readonly editedAt: number | null
  readonly resolvedAt: number | null
  readonly reactions: readonly { readonly emoji: string; readonly userIds: readonly string[] }[]
}

/** A project in every format. Its title is plain text. */
export interface InterchangeProject extends FileDefinitions {
  readonly title: string
  readonly body: string
  readonly layout?: Layout
  /** The people whom nodes name, for a project that is written. A project that was read has only their ids. */
  readonly people?: readonly FilePerson[]
  /** Only our own format has them, and only to be written: nobody can speak in the name of others by importing a file. */
  readonly comments?: readonly FileComment[]
  readonly nodes: readonly InterchangeNode[]
}

export interface ReadOptions {
  /** The file's name, for files without a title. */
  readonly fileName?: string
  /** Sanitizes a title or a body; without it only the list of allowed tags applies. */
  readonly clean?: (html: string) => string
  /** The nodes are put under an existing one, so a table needs no root of its own. */
  readonly isUnderNode?: boolean
  /** The people of the project that it goes into. Nobody else can be assigned. */
  readonly people?: readonly FilePerson[]
  /** The lists of that project, in which tags, stages and own fields are looked up by name. */
  readonly lists?: FileDefinitions
  /** Values of planning that no node can have are left out and reported; otherwise our own format refuses them. */
  readonly dropsBadValues?: boolean
}

interface TreeStep {
  readonly node: InterchangeNode
  /** 0 for a root. */
  readonly depth: number
}

/** A project as a tree of primary parents, siblings in order. */
export interface ParentIndex {
  readonly roots: readonly InterchangeNode[]
  node(id: NodeId): InterchangeNode | undefined
  children(id: NodeId): readonly InterchangeNode[]
  /** Returns the parents besides the primary one that are in the project. */
  extraParents(node: InterchangeNode): readonly InterchangeNode[]
  /** Visits each node before its children, in reading order. */
  walk(): Iterable<TreeStep>
}

export const buildParentIndex = (project: Pick<InterchangeProject, 'nodes'>): ParentIndex =>
  runSteps(buildParentIndexInSteps(project))

/** Does the same in steps. */
export function* buildParentIndexInSteps({ nodes }: Pick<InterchangeProject, 'nodes'>): Steps<ParentIndex> {
  const byId = new Map<NodeId, InterchangeNode>()
  for (const node of nodes) {
    byId.set(node.id, node)
    if (byId.size % nodesPerStep === 0) yield
  }
  const roots: InterchangeNode[] = []
  const children = new Map<NodeId, InterchangeNode[]>()
  for (const [at, node] of nodes.entries()) {
    const parentId = node.parentIds.find((id) => byId.has(id))
    if (parentId === undefined) roots.push(node)
    else ensureList(children, parentId).push(node)
    if (at % nodesPerStep === 0) yield
  }
  let sorted = 0
  for (const siblings of [roots, ...children.values()]) {
    siblings.sort(compareSiblings)
    sorted += 1
    if (sorted % nodesPerStep === 0) yield
  }
  const getChildren = (id: NodeId) => children.get(id) ?? []
  return {
    roots,
    node: (id) => byId.get(id),
    children: getChildren,
    extraParents: ({ parentIds }) =>
      parentIds.length < 2 ? [] : parentIds.flatMap((id) => byId.get(id) ?? []).slice(1),
    walk: () => walkTree(roots, getChildren),
  }
}

function ensureList(lists: Map<NodeId, InterchangeNode[]>, id: NodeId): InterchangeNode[] {
  const list = lists.get(id) ?? []
  lists.set(id, list)
  return list
}

function* walkTree(roots: readonly InterchangeNode[], getChildren: ParentIndex['children']): Iterable<TreeStep> {
  const waiting: TreeStep[] = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    yield step
    for (const node of getChildren(step.node.id).toReversed()) waiting.push({ node, depth: step.depth + 1 })
  }
}

/** Returns the extra children of each node: the links that a tree does not show. */
export function findExtraLinks(family: ParentIndex): ReadonlyMap<NodeId, readonly InterchangeNode[]> {
  const links = new Map<NodeId, InterchangeNode[]>()
  for (const { node } of family.walk()) {
    for (const parent of family.extraParents(node)) ensureList(links, parent.id).push(node)
  }
  return links
}

/** Returns a short name for each node that is an additional parent. */
export function nameLinkTargets(family: ParentIndex): ReadonlyMap<NodeId, string> {
  const names = new Map<NodeId, string>()
  for (const id of findExtraLinks(family).keys()) names.set(id, `n${names.size + 1}`)
  return names
}
