import { nodeIntent } from '../acting.ts'
import { openFind } from '../finding.ts'
import type { Intent } from '../intent.ts'

export const find: Intent = {
  id: 'view.find',
  label: 'Find',
  shortcuts: [{ key: 'f', isCommand: true }],
  isEdit: false,
  isOfScreen: true,
  run: openFind,
}

export const zoomIn: Intent = {
  id: 'view.zoom-in',
  label: 'Zoom in',
  shortcuts: [
    { key: '=', isAlt: true },
    { key: '=', isCommand: true, isAlias: true },
    { key: '+', isCommand: true, isAlias: true },
  ],
  isEdit: false,
  isOfScreen: true,
  run: (bench) => bench.stage.zoomIn(),
}

export const zoomOut: Intent = {
  id: 'view.zoom-out',
  label: 'Zoom out',
  shortcuts: [
    { key: '-', isAlt: true },
    { key: '-', isCommand: true, isAlias: true },
  ],
  isEdit: false,
  isOfScreen: true,
  run: (bench) => bench.stage.zoomOut(),
}

export const resetZoom: Intent = {
  id: 'view.reset-zoom',
  label: 'Reset zoom',
  shortcuts: [
    { key: '0', isAlt: true },
    { key: '0', isCommand: true, isAlias: true },
  ],
  isEdit: false,
  isOfScreen: true,
  run: (bench) => bench.stage.resetZoom(),
}

export const fitAll: Intent = {
  id: 'view.fit',
  label: 'Fit all',
  shortcuts: [{ key: '1', isShift: true, isAlias: true }],
  isEdit: false,
  isOfScreen: true,
  run: (bench) => bench.stage.fit(),
}

export const help: Intent = {
  id: 'view.help',
  label: 'Keyboard shortcuts',
  shortcuts: [{ key: '?', isAlias: true }],
  isEdit: false,
  isOfScreen: true,
  run: (bench) => bench.dialog.set({ kind: 'help' }),
}

export const openMenu = nodeIntent({
  id: 'view.menu',
  label: 'Node menu',
  shortcuts: [
    { key: 'F10', isShift: true, isAlias: true },
    { key: 'ContextMenu', isAlias: true },
  ],
  isEdit: false,
  run: (bench, { id }) => bench.menu.set({ nodeId: id, at: null }),
})
