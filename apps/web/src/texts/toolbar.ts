import { defineTexts, formatQuantity } from '@espalier/domain'

/** The toolbar of a project, without the contents of its menus. */
export const toolbarTexts = defineTexts('toolbar', {
  back: 'Back',
  tools: 'Tools',
  /** Each has a few buttons. */
  groups: { edit: 'Edit', display: 'Display', document: 'Document' },
  undo: 'Undo',
  redo: 'Redo',
  find: 'Find',
  filter: 'Filter',
  fit: 'Fit',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  resetZoom: 'Reset zoom',
  keyboardShortcuts: 'Keyboard shortcuts',
  view: 'View',
  project: 'Project',
  projectTitle: 'Project title',
  renameProject: 'Rename this project',
  exportProject: 'Export',
  history: 'History',
  lists: 'Lists…',
  backgroundColor: 'Background colour',
  orientation: 'Orientation',
  visibility: 'Visibility',
  lens: 'Lens',
  metrics: 'Metrics',
  integrations: 'Integrations',
  /** A tooltip. */
  withShortcut: (label: string, keys: string) => `${label} (${keys})`,
  percentDone: (percent: number) => `${percent}% done`,
  percentDoneByEstimate: (percent: number) => `${percent}% done by estimate`,

  saving: 'Saving',
  saved: 'Saved',
  offline: 'Offline',
  offlineWithChanges: (count: number) => `Offline, ${formatQuantity(count, 'change')}`,
  offlineForEditors: "Offline. Your changes are stored here and will be sent when you're back online.",
  tryAgain: 'Try again now',
  localCopy: 'Local copy',
  localCopyHint: 'This is the copy on your device. The server has not answered yet.',
})
