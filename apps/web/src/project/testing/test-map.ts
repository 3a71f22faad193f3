import { findVisibleIds, type NodeId } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import type { ProjectClient } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { listFocusedNodes } from '../workspace/focused-branch.ts'
import type { MapHandle, NodeMatches, SearchState } from '../workspace/project-workspace.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'

interface TestMapParts {
  readonly client: ProjectClient
  readonly visibility: Cell<Parameters<typeof findVisibleIds>[1]>
  readonly search: Cell<SearchState>
  readonly matches: Cell<NodeMatches>
}

const start = { x: 0, y: 0, zoom: 1 }

/** A map that draws nothing: it grows to the right, children are beyond their parent, siblings below each other. */
export function createTestMap({ client, visibility, search: find, matches }: TestMapParts) {
  const zoom = createCell(1)
  const position = createCell(start)
  const announcements: string[] = []
  const revealed: NodeId[] = []
  const focused: NodeId[] = []
  const shown = () => {
    const hits = find.get().hits
    const hitSet = hits === null ? null : new Set(hits)
    const { shown: matching, branch } = matches.get()
    const ids = findVisibleIds(listFocusedNodes(client, branch), visibility.get(), hitSet, matching)
    return listInTreeOrder(client.graph).filter((id) => ids.has(id))
  }
  const moveTo: MapHandle['setViewport'] = (next) => {
    position.set(next)
    zoom.set(next.zoom)
  }
  const zoomTo = (next: number) => moveTo({ ...position.get(), zoom: next })
  const map: MapHandle = {
    isReady: createCell(true),
    zoom,
    settledViewport: position,
    setViewport: moveTo,
    hasNodesAt: () => true,
    zoomIn: () => zoomTo(1.25),
    zoomOut: () => zoomTo(0.9),
    resetZoom: () => zoomTo(1),
    fit: () => zoomTo(0.5),
    reveal: (id) => void revealed.push(id),
    focus(id) {
      focused.push(id)
      document.querySelector<HTMLElement>(`[data-node-id="${id}"]`)?.focus()
    },
    getRect: () => ({ left: 0, top: 0, width: 200, height: 50 }),
    getScreenRect: () => ({ left: 10, top: 20, width: 200, height: 50 }),
    findNeighbor: (id, towards) => neighbourIn(client, id, towards),
    direction: createCell<Direction>('right'),
    shownIds: shown,
    isShown: (id) => shown().includes(id),
    announce: (text) => void announcements.push(text),
  }
  return Object.assign(map, { announcements, revealed, focused })
}

function neighbourIn(client: ProjectClient, id: NodeId, towards: Direction): NodeId | undefined {
  const parentId = client.graph.node(id)?.parentIds[0] ?? null
  const siblings = [...client.graph.children(parentId)].map((node) => node.id)
  const at = siblings.indexOf(id)
  switch (towards) {
    case 'left':
      return parentId ?? undefined
    case 'right':
      return client.graph.children(id).at(0)?.id
    case 'up':
      return siblings[at - 1]
    case 'down':
      return siblings[at + 1]
  }
}
