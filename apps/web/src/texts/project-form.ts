import { defineTexts } from '@espalier/domain'

/** The texts of the pages that create and edit a project. */
export const projectPageTexts = defineTexts('projectPage', {
  newProject: 'New Project',
  newProjectLead: 'What do you want to achieve? That is a good title.',
  editProject: 'Edit Project',
  title: 'Title',
  more: 'More',
  description: 'Description',
  status: 'Status',
  statuses: { active: 'Active', inactive: 'Inactive', archived: 'Archived', deleted: 'Deleted' },
  json: 'JSON',
  jsonHint: 'Optional: a project exported as Espalier JSON, or data that your own tools keep with the project.',
  save: 'Save',
  cancel: 'Cancel',
  draft: 'This is what you typed before. It is not saved yet.',
  discardDraft: 'Discard draft',
  notFound: 'It may have been permanently deleted, or it is not shared with you.',
  inTrash: 'This project is in the trash',
  restoreFirst: 'Restore it there before you edit it.',
  readOnly: 'You can view this project, but not edit it',
  askOwner: 'Ask its owner to make you an editor.',
  goToList: 'Go to the project list',
})
