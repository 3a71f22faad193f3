import { defineTexts } from '@espalier/domain'

/** Links from a node to a project that breaks it down: the menu items and the dialog. */
export const projectLinkTexts = defineTexts('projectLink', {
  remove: 'Remove project link',
  linkToExisting: 'Link to an existing project',
  linkToNew: 'Link to a new project',
  removed: (title: string) => `Removed the project link from ${title}`,
  linked: (title: string, project: string) => `Linked ${title} to ${project}`,
  /** The title of the new project. */
  newProjectTitle: (title: string) => `Breakdown for ${title}`,
  offline: "The server can't be reached. Try again when you're back online.",

  search: 'Search projects',
  projects: 'Projects',
  noMatch: 'No matching projects',
  /** The reason is a sentence of the server, or of the browser. */
  notLoaded: (reason: string) => `The projects couldn't be loaded: ${reason}`,
  tryAgain: 'Try again',
  cancel: 'Cancel',
})
