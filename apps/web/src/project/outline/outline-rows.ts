import { findVisibleIds, type GraphNode, type NodeId } from '@espalier/domain'
import { isFolded } from '../actions/fold-actions.ts'
import { getFocusedId, listFocusedNodes } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** One line of the outline. A node with several parents has a line under each of them. */
export interface OutlineRow {
  /** The node's id for its first row; the id with the parent's for the others. */
  readonly key: string
  readonly id: NodeId
  /** The parent it is shown under; null: it is a root. */
  readonly parentId: NodeId | null
  /** The index of the parent's row; -1: it is a root. */
  readonly parentAt: number
  readonly level: number
  readonly setSize: number
  readonly posInSet: number
  /** Null: nothing can be unfolded here. A further row of a node never shows what is below it. */
  readonly isExpanded: boolean | null
  /** False for the further rows of a node. */
  readonly isFirst: boolean
}

/** Lists the visible rows from top to bottom. O(nodes and links). */
export function buildOutlineRows(workspace: ProjectWorkspace): readonly OutlineRow[] {
  const { client } = workspace
  const { showHidden } = workspace.visibility.get()
  const visible = findVisibleRows(workspace)
  const wanted = findAncestorsOfHits(workspace)
  const rows: OutlineRow[] = []
  const seen = new Set<NodeId>()

  const top = client.graph.node(getFocusedId(workspace.matches.get()) ?? '')

  const listShown = (parentId: NodeId | null, isFoldedHere: boolean): readonly GraphNode[] => {
    const children = client.graph.children(parentId)
    if (children.length === 0) return noNodes
    const shown: GraphNode[] = []
    for (const child of children) {
      if (visible?.has(child.id) === false || (isFoldedHere && !wanted.has(child.id))) continue
      shown.push(child)
    }
    return shown
  }

  // Not recursive, because a plan may be deeper than the stack.
  const open: Level[] = [
    { siblings: top === undefined ? listShown(null, false) : [top], next: 0, parentId: null, parentAt: -1 },
  ]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { siblings, parentId, parentAt } = level
    const node = siblings[level.next]
    if (node === undefined) {
      open.pop()
      continue
    }
    level.next += 1
    const { id } = node
    const isFirst = !seen.has(id)
    seen.add(id)
    const isFoldedHere = isFirst && !showHidden && isFolded(workspace, id)
    const below = isFirst ? listShown(id, isFoldedHere) : noNodes
    const canUnfold = below.length > 0 || (isFoldedHere && client.graph.children(id).length > 0)
    rows.push({
      key: isFirst ? id : `${id} ${parentId}`,
      id,
      parentId,
      parentAt,
      level: open.length,
      setSize: siblings.length,
      posInSet: level.next,
      isExpanded: canUnfold ? below.length > 0 : null,
      isFirst,
    })
    if (below.length > 0) open.push({ siblings: below, next: 0, parentId: id, parentAt: rows.length - 1 })
  }
  return rows
}

interface Level {
  readonly siblings: readonly GraphNode[]
  /** The index of the sibling that comes next. */
  next: number
  readonly parentId: NodeId | null
  readonly parentAt: number
}

const noNodes: readonly GraphNode[] = []

/** Null: only folds hide nodes. Folds are left to the rows, because a fold hides a node under one parent only. */
function findVisibleRows({ client, visibility, search: find, matches }: ProjectWorkspace): ReadonlySet<NodeId> | null {
  const settings = visibility.get()
  const { shown, branch } = matches.get()
  if (settings.showCompleted && settings.showInProgress && settings.showToDo && shown === null) return null
  const { hits } = find.get()
  return findVisibleIds(
    listFocusedNodes(client, branch),
    { ...settings, showHidden: true },
    hits === null ? null : new Set(hits),
    shown,
  )
}

/** Returns the hits of a search with everything above them: folds do not hide these. */
function findAncestorsOfHits({ client, search: find }: ProjectWorkspace): ReadonlySet<NodeId> {
  const reached = new Set(find.get().hits ?? [])
  for (const id of reached) for (const parentId of client.node(id)?.parentIds ?? []) reached.add(parentId)
  return reached
}
