import { findVisibleIds, type GraphNode, type GraphView, type NodeId, type VisibilitySettings } from '@espalier/domain'
import type { NodeRecord, ProjectClient, ProjectDetails } from '@espalier/sync'
import type { Cell } from '../../../platform/cell.ts'
import { listFocusedNodes } from '../../workspace/focused-branch.ts'
import type { NodeMatches, SearchState } from '../../workspace/project-workspace.ts'
import type { OwnFolds } from '../../workspace/view-settings.ts'

/** The part of a project that a scene reads. */
export interface SceneProject extends Pick<ProjectClient, 'graph' | 'node' | 'nodes'> {
  readonly project: Cell<Pick<ProjectDetails, 'layout' | 'nodeLinks'>>
}

/** The part of a project that the canvas reads. */
export type ShownProject = Pick<ProjectClient, 'graph' | 'node' | 'nodes' | 'project' | 'canEdit'>

/** Returns the project with the person's own folds, which others do not see. */
export function applyOwnFolds(client: ShownProject, folds: Cell<OwnFolds>): ShownProject {
  // A record stays the same object until it changes; otherwise its box would be rendered with every frame.
  const changed = new WeakMap<NodeRecord, NodeRecord>()
  const seen = (record: NodeRecord): NodeRecord => {
    const isFolded = folds.get().get(record.id)
    if (isFolded === undefined || isFolded === record.hideChildren) return record
    const known = changed.get(record) ?? { ...record, hideChildren: isFolded }
    changed.set(record, known)
    return known
  }
  return {
    graph: client.graph,
    project: client.project,
    canEdit: client.canEdit,
    node(id: NodeId) {
      const record = client.node(id)
      return record === undefined ? undefined : seen(record)
    },
    nodes: () => (folds.get().size === 0 ? client.nodes() : Array.from(client.nodes(), seen)),
  }
}

export const hasOwnFold = (folds: Cell<OwnFolds>, ids: ReadonlySet<NodeId>): boolean =>
  folds.get().size > 0 && [...ids].some((id) => folds.get().has(id))

/** The hits of a search as a set, which stays the same object until they change. */
export class HitSet {
  readonly #search: Cell<SearchState>
  #ids: readonly NodeId[] | null = null
  #set: ReadonlySet<NodeId> | null = null

  constructor(search: Cell<SearchState>) {
    this.#search = search
  }

  /** True when the hits have changed since they were read. */
  get isStale(): boolean {
    return this.#search.get().hits !== this.#ids
  }

  /** Null: nothing is searched. */
  get(): ReadonlySet<NodeId> | null {
    if (this.isStale) {
      this.#ids = this.#search.get().hits
      this.#set = this.#ids === null ? null : new Set(this.#ids)
    }
    return this.#set
  }
}

/** True when every status is shown and nothing is searched or filtered, so that only folds hide nodes. */
export const isUnfiltered = (
  settings: VisibilitySettings,
  hits: ReadonlySet<NodeId> | null,
  matches: ReadonlySet<NodeId> | null,
): boolean =>
  settings.showCompleted && settings.showInProgress && settings.showToDo && hits === null && matches === null

/** Lists the nodes to lay out, parents before their children, siblings in order. */
export function listVisibleNodes(
  client: SceneProject,
  settings: VisibilitySettings,
  hits: ReadonlySet<NodeId> | null,
  { shown, branch }: Pick<NodeMatches, 'shown' | 'branch'>,
): readonly NodeRecord[] {
  const all = isUnfiltered(settings, hits, shown) ? collectInTreeOrder(client, null, settings.showHidden) : null
  if (all !== null) return all
  const visible = findVisibleIds(listFocusedNodes(client, branch), settings, hits, shown)
  const top = branch === undefined ? undefined : client.graph.node(branch.topId)
  // Whatever its status is, the top holds the others together.
  if (top !== undefined) visible.add(top.id)
  return collectInTreeOrder(client, visible, true, top) ?? []
}

/** Null when a fold hides something that must not be collected. */
function collectInTreeOrder(
  client: SceneProject,
  visible: ReadonlySet<NodeId> | null,
  looksIntoFolds: boolean,
  top?: GraphNode,
): readonly NodeRecord[] | null {
  const { graph } = client
  const order: NodeRecord[] = []
  const waiting: GraphNode[] = []
  const enqueue = (listId: NodeId | null): void => {
    const children = graph.children(listId)
    if (children.length === 0) return
    const first = waiting.length
    for (const node of children) {
      const parentId = visible === null ? node.parentIds[0] : node.parentIds.find((id) => visible.has(id))
      const isHere = listId === null || parentId === listId
      if (isHere && (visible === null || visible.has(node.id))) waiting.push(node)
    }
    reverseFrom(waiting, first)
  }
  if (top === undefined) enqueue(null)
  else waiting.push(top)
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const record = client.node(node.id)
    if (record !== undefined) order.push(record)
    if (record?.hideChildren === true && !looksIntoFolds) return null
    enqueue(node.id)
  }
  const count = visible?.size ?? graph.livingCount
  return order.length === count ? order : [...order, ...findDetachedNodes(graph, client, visible, order)]
}

function reverseFrom(nodes: GraphNode[], first: number): void {
  for (let low = first, high = nodes.length - 1; low < high; low += 1, high -= 1) {
    const swapped = nodes[low] as GraphNode
    nodes[low] = nodes[high] as GraphNode
    nodes[high] = swapped
  }
}

// A node whose parents have not arrived yet is below no root; omitted, nobody could see it.
function findDetachedNodes(
  graph: GraphView,
  client: SceneProject,
  visible: ReadonlySet<NodeId> | null,
  order: readonly NodeRecord[],
): readonly NodeRecord[] {
  const seen = new Set(order.map(({ id }) => id))
  const left: NodeRecord[] = []
  for (const { id, isDeleted } of graph.nodes()) {
    const record = isDeleted || seen.has(id) || visible?.has(id) === false ? undefined : client.node(id)
    if (record !== undefined) left.push(record)
  }
  return left
}

/** Tells whether a node is below a folded one via any of its parents. */
export function isBelowFold(client: SceneProject, id: NodeId): boolean {
  const seen = new Set<NodeId>()
  const waiting = [...(client.node(id)?.parentIds ?? [])]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const parent = client.node(at)
    if (parent?.hideChildren === true) return true
    if (parent !== undefined) waiting.push(...parent.parentIds)
  }
  return false
}
