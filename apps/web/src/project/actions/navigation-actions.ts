import { getPrimaryParent, type NodeId } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import { isPaletteOpen } from '../../shared/palette.ts'
import { actionTexts } from '../../texts/actions.ts'
import type { NodeSelection, ProjectWorkspace } from '../workspace/project-workspace.ts'
import { openFilter } from '../workspace/filter-state.ts'
import { openSearch } from '../workspace/search-state.ts'
import { defineNodeAction, goToNode, type WorkspaceAction } from './action.ts'

export const goToParentAction = defineNodeAction({
  id: 'go.parent',
  shortcuts: [{ key: 'Tab', isShift: true }],
  isEdit: false,
  isAvailable: (workspace, node) => workspace.map.isShown(getPrimaryParent(node) ?? ''),
  run(workspace, node) {
    const parentId = getPrimaryParent(node)
    if (parentId !== null) goToNode(workspace, parentId)
  },
})

const defineArrowAction = (towards: Direction, key: string): WorkspaceAction => ({
  id: `go.${towards}`,
  shortcuts: [
    { key, isCommand: true, isAlt: true },
    { key, isAlias: true },
  ],
  isEdit: false,
  run(workspace, nodeId) {
    const next = findArrowTarget(workspace, nodeId, towards)
    if (next !== undefined) goToNode(workspace, next)
  },
})

/** Returns the neighbor of a visible node, or the first node when there is none to start from. */
function findArrowTarget({ map }: ProjectWorkspace, nodeId: NodeId | null, towards: Direction): NodeId | undefined {
  return nodeId !== null && map.isShown(nodeId) ? map.findNeighbor(nodeId, towards) : map.shownIds()[0]
}

export const arrowActions: readonly WorkspaceAction[] = [
  defineArrowAction('left', 'ArrowLeft'),
  defineArrowAction('right', 'ArrowRight'),
  defineArrowAction('up', 'ArrowUp'),
  defineArrowAction('down', 'ArrowDown'),
]

const defineExtendAction = (towards: Direction, key: string): WorkspaceAction => ({
  id: `select.${towards}`,
  shortcuts: [{ key, isShift: true, isAlias: true }],
  isEdit: false,
  run(workspace, nodeId) {
    const next = findArrowTarget(workspace, nodeId, towards)
    if (next === undefined) return
    workspace.selection.set(extendSelection(workspace.selection.get(), nodeId, next))
    workspace.map.focus(next)
    workspace.map.announce(actionTexts.selected(workspace.selection.get().ids.size))
  },
})

/** A step onto a node that is already selected goes back: the node that is left behind is no longer selected. */
function extendSelection({ ids }: NodeSelection, from: NodeId | null, next: NodeId): NodeSelection {
  const extended = new Set(ids)
  if (from !== null && extended.has(next)) extended.delete(from)
  else if (from !== null) extended.add(from)
  return { ids: extended.add(next), current: next }
}

export const extendSelectionActions: readonly WorkspaceAction[] = [
  defineExtendAction('left', 'ArrowLeft'),
  defineExtendAction('right', 'ArrowRight'),
  defineExtendAction('up', 'ArrowUp'),
  defineExtendAction('down', 'ArrowDown'),
]

/** It works on the whole screen and in an empty project too, because the browser would select the words of the page. */
export const selectAllAction: WorkspaceAction = {
  id: 'select.all',
  shortcuts: [{ key: 'a', isCommand: true, isAlias: true }],
  isEdit: false,
  isScreenWide: true,
  run(workspace, nodeId) {
    const ids = workspace.map.shownIds().filter((id) => workspace.client.node(id) !== undefined)
    const current = nodeId !== null && workspace.map.isShown(nodeId) ? nodeId : (ids[0] ?? null)
    workspace.selection.set({ ids: new Set(ids), current })
    workspace.map.announce(actionTexts.selected(ids.length))
  },
}

/** The palette is part of the top bar, which the tour does not have. */
export const openPaletteAction: WorkspaceAction = {
  id: 'view.palette',
  shortcuts: [{ key: 'k', isCommand: true }],
  isEdit: false,
  isScreenWide: true,
  isAvailable: ({ hasServer }) => hasServer,
  run: () => isPaletteOpen.set(true),
}

export const openSearchAction: WorkspaceAction = {
  id: 'view.find',
  shortcuts: [{ key: 'f', isCommand: true }],
  isEdit: false,
  isScreenWide: true,
  run: openSearch,
}

export const openFilterAction: WorkspaceAction = {
  id: 'view.filter',
  shortcuts: [{ key: 'f', isCommand: true, isShift: true, isAlias: true }],
  isEdit: false,
  isScreenWide: true,
  // The box is part of a project's screen, which the tour does not have.
  isAvailable: ({ hasServer }) => hasServer,
  run: openFilter,
}

export const zoomInAction: WorkspaceAction = {
  id: 'view.zoom-in',
  shortcuts: [
    { key: '=', isAlt: true },
    { key: '=', isCommand: true, isAlias: true },
    { key: '+', isCommand: true, isAlias: true },
  ],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.map.zoomIn(),
}

export const zoomOutAction: WorkspaceAction = {
  id: 'view.zoom-out',
  shortcuts: [
    { key: '-', isAlt: true },
    { key: '-', isCommand: true, isAlias: true },
  ],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.map.zoomOut(),
}

export const resetZoomAction: WorkspaceAction = {
  id: 'view.reset-zoom',
  shortcuts: [
    { key: '0', isAlt: true },
    { key: '0', isCommand: true, isAlias: true },
  ],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.map.resetZoom(),
}

export const fitAllAction: WorkspaceAction = {
  id: 'view.fit',
  shortcuts: [{ key: '1', isShift: true, isAlias: true }],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.map.fit(),
}

export const openHelpAction: WorkspaceAction = {
  id: 'view.help',
  shortcuts: [{ key: '?', isAlias: true }],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.dialog.set({ kind: 'help' }),
}

export const openNodeMenuAction = defineNodeAction({
  id: 'view.menu',
  shortcuts: [
    { key: 'F10', isShift: true, isAlias: true },
    { key: 'ContextMenu', isAlias: true },
  ],
  isEdit: false,
  run: (workspace, { id }) => workspace.menu.set({ nodeId: id, at: null }),
})
