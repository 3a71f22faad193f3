import { defineTexts } from '@espalier/domain'

/** The dialog that chooses a parent by name. The moved nodes are a title, or a number of nodes. */
export const nodePickerTexts = defineTexts('nodePicker', {
  moveTitle: (nodes: string) => `Move ${nodes} to…`,
  addParentTitle: (title: string) => `Also place ${title} under…`,
  search: 'Search nodes',
  nodes: 'Nodes',
  noMatch: 'No matching nodes',
  /** The parent of a node in the list. */
  inParent: (parent: string) => `in ${parent}`,
  cancel: 'Cancel',
  moved: (nodes: string, parent: string) => `Moved ${nodes} under ${parent}`,
  parentAdded: (title: string, parent: string) => `${title} is also under ${parent}`,
})
