import { defineTexts } from '@espalier/domain'

export const topBarTexts = defineTexts('top-bar', {
  mainNavigation: 'Main',
  projects: 'Projects',
  myWork: 'My work',
  inbox: (unread: number) => (unread > 0 ? `Inbox, ${unread} unread` : 'Inbox'),
  invite: 'Invite',
  inviteNotLoaded: 'The invites could not be loaded. Reload the page and try again.',
  search: 'Search',
  commands: 'Commands',
  addProject: 'Project',
  subscribe: 'Subscribe',
  feedback: 'Feedback',
  feedbackNotLoaded: 'The feedback form could not be loaded. Reload the page and try again.',
  /** Opens the rest of the bar and the tools on a phone. */
  more: 'More',
  logIn: 'Log in',
  accountMenu: 'Account menu',
})
