import { defineTexts } from '@espalier/domain'

/** The texts of the user settings: profile, password, social accounts, picture and privacy. */
export const userSettingsTexts = defineTexts('userSettings', {
  title: 'User Settings',
  profile: {
    heading: 'Profile',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    emailMissing: 'Please enter your email',
    save: 'Save profile',
    saved: 'Profile updated',
  },
  emailStatus: {
    notOffered: 'This server does not verify email addresses.',
    verified: 'Your email address is verified.',
    unverified: 'Your email address is not verified, so others cannot find you by it. <verify>Verify</verify>',
    changing: (newEmail: string, email: string) =>
      `Check ${newEmail} for a code. Until you enter it, ${email} stays your address. <verify>Verify</verify>`,
  },
  password: {
    heading: 'Password',
    newPassword: 'New password',
    hint: 'At least 8 characters, and different from your email. You stay logged in here and are logged out everywhere else.',
    again: 'Re-enter password',
    change: 'Change password',
    changed: 'Password updated',
    missing: 'Please enter a new password',
    different: 'Passwords do not match',
  },
  social: {
    heading: 'Social accounts',
    onlyMethod: (provider: string) => `${provider} is your only way to sign in. Set a password before you unlink it.`,
    onlyProvider: (provider: string) => `${provider} is your only way to sign in.`,
    isLinked: (provider: string) => `You can sign in with ${provider}.`,
    canLink: (provider: string) => `You can also sign in with ${provider}, once it is linked.`,
    link: (provider: string) => `Link ${provider}`,
    unlink: (provider: string) => `Unlink ${provider}`,
    linked: (provider: string) => `${provider} social auth successfully linked`,
    unlinked: (provider: string) => `${provider} social auth successfully unlinked`,
  },
  picture: {
    heading: 'Picture',
    file: 'Picture file',
    preview: 'This is how it will look. It is not saved yet.',
    chosen: 'Everyone you work with sees this picture.',
    fetched: 'This picture comes from your sign-in account. You can choose another one.',
    none: 'You have no picture yet, so others see your initials.',
    choose: 'Choose a picture',
    save: 'Save picture',
    cancel: 'Cancel',
    remove: 'Remove picture',
  },
  privacy: {
    heading: 'Privacy',
    pageViews:
      'We record which screens are opened, without names, titles or addresses, to see what works and what does not.',
    errorReports:
      'We record errors of the page, without names, titles or addresses, to see what works and what does not.',
    pageViewsAndErrorReports:
      'We record which screens are opened and errors of the page, without names, titles or addresses, to see what works and what does not.',
    trackingRefused: 'Your browser asks not to be tracked, so nothing is sent.',
    consent: 'Send this from this browser',
  },
})
