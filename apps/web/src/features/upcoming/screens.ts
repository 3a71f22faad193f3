export interface UpcomingScreen {
  readonly pattern: string
  readonly title: string
  /** What will be done here. */
  readonly purpose: string
  readonly way: { readonly to: string; readonly label: string }
  readonly hint: string
}

/** Screens with an address but no content yet: each says what belongs here and where to go meanwhile. */
export const upcomingScreens: readonly UpcomingScreen[] = [
  {
    pattern: '/account',
    title: 'Account Settings',
    purpose: 'This is where your Jira site gets connected, so that epics can be imported and kept in step.',
    hint: 'The connection is not part of this version. Your name, e-mail address and password are in User Settings.',
    way: { to: '/user', label: 'Open User Settings' },
  },
]
