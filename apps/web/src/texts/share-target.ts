import { defineTexts } from '@espalier/domain'

/** The texts of the page that receives what another app shares. */
export const shareTargetTexts = defineTexts('share-target', {
  title: 'Add to a project',
  lead: 'What you shared becomes a node. It is added under the first root of the project.',
  nodeTitle: 'Title',
  description: 'Description',
  project: 'Project',
  add: 'Add node',
  titleMissing: 'Give the node a title.',
  noProject: 'You have no project that you can edit',
  noProjectLead: 'Create one first, then share again.',
  newProject: 'New project',
  projectGone: 'This project no longer exists, or it is not shared with you. Choose another one.',
  projectNotOpened: 'The project could not be opened. Check your connection, then try again. Nothing is lost.',
  notStored: 'The node could not be saved. Check your connection, then try again. Nothing is lost.',
})
