import { defineTexts } from '@espalier/domain'

export const topBarTexts = defineTexts('top-bar', {
  mainNavigation: 'Main',
  projects: 'Projects',
  invite: 'Invite',
  inviteNotLoaded: 'The invites could not be loaded. Reload the page and try again.',
  search: 'Search',
  addProject: 'Project',
  subscribe: 'Subscribe',
  feedback: 'Feedback',
  logIn: 'Log in',
  accountMenu: 'Account menu',
  trial: {
    ending: (date: string) => `Trial ending ${date}`,
    ended: (date: string) => `Trial ended ${date}`,
  },
  userSettings: 'User Settings',
  account: 'Account',
  billing: 'Billing',
  logOut: 'Logout',
})
