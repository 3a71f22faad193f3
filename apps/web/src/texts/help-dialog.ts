import { defineTexts } from '@espalier/domain'

/** The list of keys and gestures. The names of the actions in it are the actions' own. */
export const helpTexts = defineTexts('help', {
  title: 'Keyboard shortcuts',
  close: 'Close',
  /** Between two keys that do the same. */
  or: 'or',
  wheelZooms: 'Scroll wheel zooms',
  groups: {
    add: 'Add',
    navigate: 'Navigate',
    edit: 'Edit',
    fields: 'Fields',
    arrange: 'Arrange',
    deleteAndUndo: 'Delete and undo',
    view: 'View',
    whole: 'Show and print',
    copyAndPaste: 'Copy and paste',
    mouseAndTouch: 'Mouse and touch',
  },
  gestures: {
    editTitle: 'Edit a title',
    editTitleHow: 'Double-click, or type a letter',
    newLine: 'New line in a title',
    moveView: 'Move the view',
    moveViewHow: 'Scroll, drag the background, or hold Space and drag',
    zoom: 'Zoom at the pointer',
    zoomHow: 'Ctrl and scroll, or pinch',
    moveBranch: 'Move a branch',
    moveBranchHow: 'Drag it (Shift: move without its branch)',
    selectMore: 'Select more',
    selectMoreHow: 'Ctrl or \u2318 and click, or Shift and drag a frame',
    deselect: 'Deselect',
    leaveCanvas: 'Leave the canvas',
    leaveCanvasHow: 'Esc, then Tab',
  },
})
