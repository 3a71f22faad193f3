import { defineTexts } from '@espalier/domain'

/** The start of a project without nodes. */
export const emptyProjectTexts = defineTexts('emptyProject', {
  heading: 'Start with your goal',
  lead: 'What do you want to achieve? Create a node for it, or press Enter.',
  createNode: 'Create node',
  pasteOutline: 'Paste an outline',
  importFile: 'Import a file',
  example: 'Use an example',

  viewerHeading: 'No nodes yet',
  viewerLead: 'Nothing has been planned in this project so far.',

  outline: 'Outline',
  outlineHint: 'One node per line. Indent to nest. Markdown lists work too.',
  outlineEmpty: 'Please enter at least one line',
  addNodes: 'Add nodes',
  cancel: 'Cancel',
})
