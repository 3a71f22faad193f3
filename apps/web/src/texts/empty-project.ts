import { defineTexts } from '@espalier/domain'

/** The start of a project without nodes. */
export const emptyProjectTexts = defineTexts('emptyProject', {
  heading: 'Start with your goal',
  lead: 'What do you want to achieve? Press Enter to start with the name of your project, or create a node for something else.',
  startWith: (title: string) => `Start with "<title>${title}</title>"`,
  createNode: 'Create node',
  direction: 'Direction',
  orBring: 'Or bring a plan with you. An outline can also be pasted right here.',
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
