import { defineNodeAction } from '../acting.ts'
import { openSearch } from '../finding.ts'
import type { WorkspaceAction } from '../intent.ts'

export const openSearchAction: WorkspaceAction = {
  id: 'view.find',
  label: 'Find',
  shortcuts: [{ key: 'f', isCommand: true }],
  isEdit: false,
  isScreenWide: true,
  run: openSearch,
}

export const zoomInAction: WorkspaceAction = {
  id: 'view.zoom-in',
  label: 'Zoom in',
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
  label: 'Zoom out',
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
  label: 'Reset zoom',
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
  label: 'Fit all',
  shortcuts: [{ key: '1', isShift: true, isAlias: true }],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.map.fit(),
}

export const openHelpAction: WorkspaceAction = {
  id: 'view.help',
  label: 'Keyboard shortcuts',
  shortcuts: [{ key: '?', isAlias: true }],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) => workspace.dialog.set({ kind: 'help' }),
}

export const openNodeMenuAction = defineNodeAction({
  id: 'view.menu',
  label: 'Node menu',
  shortcuts: [
    { key: 'F10', isShift: true, isAlias: true },
    { key: 'ContextMenu', isAlias: true },
  ],
  isEdit: false,
  run: (workspace, { id }) => workspace.menu.set({ nodeId: id, at: null }),
})
