import { defineTexts } from '@espalier/domain'

export const avatarMenuTexts = defineTexts('avatar-menu', {
  trial: {
    ending: (date: string) => `Trial ending ${date}`,
    ended: (date: string) => `Trial ended ${date}`,
  },
  userSettings: 'User Settings',
  account: 'Account',
  billing: 'Billing',
  logOut: 'Logout',
})
