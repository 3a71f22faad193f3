import { defineTexts, formatQuantity } from '@espalier/domain'

/** The map, the nodes on it, their title editor and the find bar. */
export const mapTexts = defineTexts('map', {
  project: 'Project',
  untitled: 'Untitled',
  status: { todo: 'Status: to do', progress: 'Status: in progress', done: 'Status: done' },
  hidden: (count: number) => `${formatQuantity(count, 'node')} hidden`,
  leavesDone: (done: number, all: number) => `${done} of ${all} done`,
  hiddenForYou: (count: number) => `${formatQuantity(count, 'node')} hidden for you`,
  alsoUnder: (parents: string) => `also under ${parents}`,
  nodeMenu: 'Node menu',
  addChild: 'Add child',
  hasDescription: 'Has a description',
  addParentLink: 'Add a parent link',
  openLinkedProject: 'Open linked project',
  /** The linking projects follow as a list. */
  linkedFrom: 'Linked from',
  linkedFromProjects: (projects: string) => `Linked from ${projects}`,

  nodeTitle: 'Node title',
  titleFormatting: 'Title formatting',
  titleNotSaved: "This title couldn't be saved. Change it and try again.",
  formattingNotLoaded: "Formatting couldn't be loaded. Check your connection and try again.",

  findInProject: 'Find in this project',
  find: 'Find',
  previousResult: 'Previous result',
  nextResult: 'Next result',
  closeSearch: 'Close search',
})
