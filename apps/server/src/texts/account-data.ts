import { defineTexts } from '@espalier/domain'

/** Stands in comments where a person was mentioned who is gone. It is stored, so it has one language. */
export const formerMemberName = 'Former member'

/** The answers about the download of one's data and the deletion of one's account. */
export const accountDataTexts = defineTexts('account-data', {
  tooOften: 'You have downloaded your data several times. Please try again later.',
  logInAgain: 'Log in again to confirm that it is you, then delete your account.',
  unavailable: 'Accounts cannot be deleted on this server. Ask its operator.',
  hasSubscription: 'Cancel your subscription first, so that nothing more is charged.',
  choiceMissing: (title: string) => `Choose what happens to the project "${title}", which you share with others.`,
  notMember: (title: string) => `Choose somebody who has opened the project "${title}".`,
  tooManyChoices: 'There are more choices than you have projects.',
  started: 'The deletion of your account has begun and cannot be canceled.',
})
