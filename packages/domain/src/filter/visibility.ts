import { limits } from '../core/limits.ts'
import { type NodeId, nodeLinksId } from '../node/node.ts'
import { type NodeStatus, statusOrTodo } from '../node/status.ts'

export interface VisibilitySettings {
  readonly showCompleted: boolean
  readonly showInProgress: boolean
  readonly showToDo: boolean
  readonly showHidden: boolean
}

export const defaultVisibility: VisibilitySettings = {
  showCompleted: true,
  showInProgress: true,
  showToDo: true,
  showHidden: false,
}

export interface ViewedNode {
  readonly id: NodeId
  readonly parentIds: readonly NodeId[]
  readonly status?: NodeStatus | null | undefined
  readonly hideChildren: boolean
}

const flagByStatus: Readonly<Record<NodeStatus, 'showCompleted' | 'showInProgress' | 'showToDo'>> = {
  todo: 'showToDo',
  progress: 'showInProgress',
  done: 'showCompleted',
}

/**
 * Returns the ids of the nodes to show: those that a flag and the filter box or the search wants and parentless ones,
 * with their ancestors; minus those below a folded node, unless the search wants them. Hits null: no search. Matches
 * null: the filter box is empty. O(nodes and links).
 */
export function findVisibleIds(
  nodes: readonly ViewedNode[],
  settings: VisibilitySettings,
  hits: ReadonlySet<NodeId> | null = null,
  matches: ReadonlySet<NodeId> | null = null,
): Set<NodeId> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const isMatching = (node: ViewedNode): boolean =>
    settings[flagByStatus[statusOrTodo(node.status)]] && matches?.has(node.id) !== false
  const isWanted = (node: ViewedNode): boolean => isMatching(node) || hits?.has(node.id) === true || isParentless(node)
  const isUnfiltered = matches === null && settings.showCompleted && settings.showInProgress && settings.showToDo
  const shown = isUnfiltered ? new Set(byId.keys()) : includeAncestors(byId, nodes.filter(isWanted))
  if (settings.showHidden) return shown
  for (const id of findBelowFolded(nodes)) shown.delete(id)
  const found = nodes.filter((node) => hits?.has(node.id))
  for (const id of includeAncestors(byId, found)) shown.add(id)
  return shown
}

/** Dims everything except hits during a search. */
export const getNodeOpacity = (id: NodeId, hits: ReadonlySet<NodeId> | null): number =>
  hits === null || hits.has(id) ? 1 : limits.dimmedOpacity

const isParentless = (node: ViewedNode): boolean => node.parentIds.every((id) => id === nodeLinksId)

function includeAncestors(byId: ReadonlyMap<NodeId, ViewedNode>, start: readonly ViewedNode[]): Set<NodeId> {
  const reached = new Set(start.map((node) => node.id))
  for (const id of reached) {
    for (const parentId of byId.get(id)?.parentIds ?? []) if (byId.has(parentId)) reached.add(parentId)
  }
  return reached
}

function findBelowFolded(nodes: readonly ViewedNode[]): Set<NodeId> {
  if (!nodes.some((node) => node.hideChildren)) return new Set()
  const children = new Map<NodeId, NodeId[]>()
  for (const node of nodes) {
    for (const parentId of node.parentIds) {
      const siblings = children.get(parentId)
      if (siblings === undefined) children.set(parentId, [node.id])
      else siblings.push(node.id)
    }
  }
  const below = new Set<NodeId>()
  for (const node of nodes) if (node.hideChildren) for (const id of children.get(node.id) ?? []) below.add(id)
  for (const id of below) for (const childId of children.get(id) ?? []) below.add(childId)
  return below
}
