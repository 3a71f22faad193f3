import { defineTexts } from '@espalier/domain'

/** The texts of the page that an invitation link opens. */
export const joinTexts = defineTexts('join', {
  title: 'Invitation',
  heading: (invitedBy: string, project: string) =>
    `<who>${invitedBy}</who> invites you to <project>${project}</project>`,
  role: {
    viewer: 'You will be able to view the project.',
    editor: 'You will be able to view and edit the project.',
  },
  forAddress: (email: string) => `This invitation is for <email>${email}</email>.`,
  join: 'Join project',
  signUp: 'Sign up to join',
  logIn: 'Log in to join',
  loggedInAs: (email: string) => `You're logged in as <email>${email}</email>.`,
  otherAccount: 'Use another account',
  verifyEmail: 'Verify my email address',
  gone: 'This invitation no longer works',
  goneLead: 'It may have expired, been used or been revoked. Ask the person who invited you for a new one.',
  goHome: 'Go home',
})
