export interface UpcomingScreen {
  readonly pattern: string
  readonly title: string
  /** What will be done here. */
  readonly purpose: string
  readonly way: { readonly to: string; readonly label: string }
  readonly hint: string
}

const toProjects = { to: '/projects', label: 'Go to the project list' }

/** Screens with an address but no content yet: each says what belongs here and where to go meanwhile. */
export const upcomingScreens: readonly UpcomingScreen[] = [
  {
    pattern: '/account',
    title: 'Account Settings',
    purpose: 'This is where your Jira site gets connected, so that epics can be imported and kept in step.',
    hint: 'The connection is not part of this version. Your name, e-mail address and password are in User Settings.',
    way: { to: '/user', label: 'Open User Settings' },
  },
  {
    pattern: '/feedback/*',
    title: 'User feedback',
    purpose: 'This is where you tell us what is missing, and vote for what others have asked for.',
    hint: 'The board is not open in this version.',
    way: toProjects,
  },
  {
    pattern: '/tree2/:id',
    title: 'Breakdown / Mindmap',
    purpose: 'This is the older, simpler view of a project’s tree.',
    hint: 'No project can be drawn in this version.',
    way: { to: '/projects', label: 'Back' },
  },
]
