import { getPrimaryParent } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import { actionTexts } from '../../texts/actions.ts'
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
    const isHere = nodeId !== null && workspace.map.isShown(nodeId)
    const next = isHere ? workspace.map.findNeighbor(nodeId, towards) : workspace.map.shownIds()[0]
    if (next !== undefined) goToNode(workspace, next)
  },
})

export const arrowActions: readonly WorkspaceAction[] = [
  defineArrowAction('left', 'ArrowLeft'),
  defineArrowAction('right', 'ArrowRight'),
  defineArrowAction('up', 'ArrowUp'),
  defineArrowAction('down', 'ArrowDown'),
]

export const selectAllAction: WorkspaceAction = {
  id: 'select.all',
  shortcuts: [{ key: 'a', isCommand: true, isAlias: true }],
  isEdit: false,
  isAvailable: (workspace) => workspace.client.graph.livingCount > 0,
  run(workspace, nodeId) {
    const ids = workspace.map.shownIds().filter((id) => workspace.client.node(id) !== undefined)
    const current = nodeId !== null && workspace.map.isShown(nodeId) ? nodeId : (ids[0] ?? null)
    workspace.selection.set({ ids: new Set(ids), current })
    workspace.map.announce(actionTexts.selected(ids.length))
  },
}

export const openSearchAction: WorkspaceAction = {
  id: 'view.find',
  shortcuts: [{ key: 'f', isCommand: true }],
  isEdit: false,
  isScreenWide: true,
  run: openSearch,
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
