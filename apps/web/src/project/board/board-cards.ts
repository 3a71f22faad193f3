import { type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { boardTexts } from '../../texts/board.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { createColumnReader, listColumns, resolveGrouping } from './board-columns.ts'
import { type BoardLayout, layOutColumns, layOutLanes } from './board-layout.ts'
import { orderCards } from './board-order.ts'
import type { BoardSettings } from './board-settings.ts'

/** Lays the whole board out. O(nodes). */
export function buildBoard(
  workspace: ProjectWorkspace,
  settings: BoardSettings,
  measure: (id: NodeId) => number,
): BoardLayout {
  const { client } = workspace
  const project = client.project.get()
  const by = resolveGrouping(settings.grouping, project)
  const order = listInTreeOrder(client.graph)
  const cards = listCards(workspace, settings, order)
  const read = createColumnReader(by, project)
  const inColumn = new Map<string | null, NodeId[]>()
  for (const card of cards) {
    for (const value of read(card)) {
      const others = inColumn.get(value)
      if (others === undefined) inColumn.set(value, [card.id])
      else others.push(card.id)
    }
  }
  const columns = listColumns(by, project, cards).map((column) => ({
    ...column,
    cards: orderCards(inColumn.get(column.value) ?? [], settings.placed[column.key] ?? []),
  }))
  if (!settings.hasLanes) return layOutColumns(columns, measure)
  const lanes = findLanes(workspace, order)
  return layOutLanes(columns, measure, [...new Set(lanes.values())], (id) => lanes.get(id))
}

/** Folds hide nothing here: a card has no place below its parent that could be folded. */
function listCards(
  { client, visibility, matches, search: find }: ProjectWorkspace,
  { hasAllNodes }: BoardSettings,
  order: readonly NodeId[],
): readonly NodeRecord[] {
  const { showToDo, showInProgress, showCompleted } = visibility.get()
  const shownStatuses = { todo: showToDo, progress: showInProgress, done: showCompleted }
  const { shown } = matches.get()
  const hits = new Set(find.get().hits ?? [])
  const cards: NodeRecord[] = []
  for (const id of order) {
    const record = client.node(id)
    if (record === undefined || (!hasAllNodes && client.graph.children(id).length > 0)) continue
    const isShown = shownStatuses[record.status] && shown?.has(id) !== false
    if (isShown || hits.has(id)) cards.push(record)
  }
  return cards
}

/**
 * Returns the top branch of each node, top branches in the order of the tree. Where everything is below one root, these
 * are the branches below it, and leaves right below the root belong to the root.
 */
function findLanes({ client }: ProjectWorkspace, order: readonly NodeId[]): ReadonlyMap<NodeId, NodeId> {
  const { graph } = client
  const root = graph.children(null).length === 1 ? graph.children(null).at(0)?.id : undefined
  const lanes = new Map<NodeId, NodeId>()
  for (const id of order) {
    const parentId = client.node(id)?.parentIds[0]
    const above = parentId === undefined ? undefined : lanes.get(parentId)
    const isTop = above === undefined || (parentId === root && graph.children(id).length > 0)
    lanes.set(id, isTop ? id : above)
  }
  return lanes
}

const mostTitles = 2

/** Returns the titles above a card, without the one root that is above everything. */
export function describePath({ client }: ProjectWorkspace, { parentIds }: NodeRecord): string {
  const titles: string[] = []
  const seen = new Set<NodeId>()
  let at = parentIds[0]
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    const above = client.node(at)
    const next: NodeId | undefined = above?.parentIds[0]
    const isOnlyRoot = next === undefined && client.graph.children(null).length === 1
    if (above !== undefined && (!isOnlyRoot || titles.length === 0)) titles.unshift(toPlainText(above.title))
    at = next
  }
  const cut = titles.length > mostTitles ? boardTexts.pathCut : ''
  return cut + titles.slice(-mostTitles).join(boardTexts.pathMark)
}
