import { defineTexts, formatQuantity } from '@espalier/domain'

/** The texts by which people take their data with them and delete their accounts, in the user settings. */
export const accountDataTexts = defineTexts('account-data', {
  download: {
    heading: 'Download my data',
    lead: 'One JSON file with your account and settings, your projects with their comments and history, and what you wrote in projects of others. Passwords and secrets are not in it.',
    button: 'Download my data',
    failed: 'Your data could not be downloaded. Please try again.',
  },
  deletion: {
    heading: 'Delete my account',
    lead: 'You have 7 days to change your mind. Then your account is gone for good:',
    effects: {
      projects: 'Your projects are deleted. A project that others use can be handed over to one of them.',
      words: 'Your comments and changes in projects of others stay there, as those of a former member.',
      rest: 'Everything else is deleted: profile, memberships, access tokens, calendar addresses and notifications.',
    },
    begin: 'Delete my account',
    loginFirst: 'Log in again to confirm that it is you.',
    logIn: 'Log in again',
    choose: 'Choose what happens to the projects that you share:',
    project: (title: string) => `Project "${title}"`,
    noChoice: 'Choose…',
    deleteProject: 'Delete the project',
    handOver: (email: string) => `Hand over to ${email}`,
    choiceMissing: 'Please choose what happens to this project',
    projectsDeleted: (count: number) => `${formatQuantity(count, 'project')} will be deleted for good.`,
    confirm: 'Delete in 7 days',
    back: 'Keep my account',
    requested: (date: string) => `Your account will be deleted on ${date}. Until then you can use it as before.`,
    cancel: 'Cancel deletion',
    canceled: 'Deletion canceled',
    notLoaded: 'This could not be loaded.',
    tryAgain: 'Try again',
  },
})
