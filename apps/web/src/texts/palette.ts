import { defineTexts, formatQuantity } from '@espalier/domain'

/** The palette that finds actions, nodes and projects. */
export const paletteTexts = defineTexts('palette', {
  title: 'Commands',
  field: 'Find anything',
  placeholder: 'Find an action, a node or a project',
  list: 'Results',
  groups: {
    recent: 'Recent',
    actions: 'Actions',
    nodes: 'In this project',
    projects: 'Projects',
    everywhere: 'In all projects',
  },
  goTo: (page: string) => `Go to ${page}`,
  addProject: 'Add project',
  searching: 'Searching all projects…',
  noMatch: 'Nothing found',
  count: (count: number) => formatQuantity(count, 'result'),
  offline: 'You are offline. Only what is on this device was searched.',
  failed: 'The other projects could not be searched. Try again in a moment.',
  close: 'Close',
})
