import { defineTexts } from '@espalier/domain'

/** The texts of the project list. Its filters, menu items and confirmations come from the domain. */
export const projectListTexts = defineTexts('projectList', {
  title: 'Project List',
  heading: 'Projects',
  verifyEmail: (email: string) =>
    `Check your email: enter the code we sent to ${email}, so that others can share with you. <link>Enter the code</link>`,
  subscriptionStarted: 'Subscription started',
  importProject: 'Import Project',
  importFile: 'Import file',
  oneFileAtATime: 'Please drop one file at a time.',
  dropFile: 'Drop the file to import it as a new project',
  filters: 'Project filters',
  filterByName: 'Filter by name',
  noMatch: (search: string) => `No project here has “${search}” in its name.`,
  showAll: 'Show all',
  loading: 'Loading',
  notLoaded: 'The projects could not be loaded',
  notLoadedAdvice: 'Nothing is lost. Check your connection, or try again in a moment.',
  tryAgain: 'Try again',
  empty: {
    heading: 'No projects here yet',
    explanation: 'Start with a goal and break it into tasks.',
    noAccess: 'Your account cannot create projects yet. Ask the people who run this server.',
    startFromExample: 'Start from an example',
    exampleNotLoaded: 'The example could not be loaded. Check your connection, then try again.',
  },
  columns: { name: 'Name', status: 'Status', owner: 'Owner', updated: 'Updated', actions: 'Actions' },
  inactive: 'Inactive',
  actionsFor: (title: string) => `Actions for ${title}`,
  leave: (title: string) => `Leave ${title}`,
  leaveHint: 'Leave project',
})
