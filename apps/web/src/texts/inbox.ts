import { defineTexts } from '@espalier/domain'

/** The page "Inbox". */
export const inboxTexts = defineTexts('inbox', {
  title: 'Inbox',
  loading: 'Loading',
  keys: '<key>↑</key> <key>↓</key> to move, <key>Space</key> to mark as read, <key>Enter</key> to open',
  markAllRead: 'Mark all as read',
  markRead: (text: string) => `Mark as read: ${text}`,
  unread: 'Unread',
  /** For screen readers, who do not see a count beside its heading. */
  groupWithCount: (title: string, project: string, count: number) =>
    count > 0 ? `${title}, ${project}, ${count} unread` : `${title}, ${project}`,
  untitled: 'Untitled',
  more: 'Show more',
  empty: {
    heading: 'Nothing new',
    explanation:
      'When somebody mentions you, assigns something to you, comments on your work or shares a project with you, it appears here. You can also watch a node or a project in its menu.',
    settings: 'Choose what is mailed to you',
  },
  failed: 'Your inbox could not be loaded',
  failedAdvice: 'Nothing is lost. Check your connection, or try again in a moment.',
  tryAgain: 'Try again',
})

/** How fast mails follow, on the page of one's account. */
export const notificationSettingTexts = defineTexts('notification-settings', {
  title: 'Notifications',
  explanation: 'Everything is in your inbox. By mail you get what you have not read there:',
  kinds: {
    mentions: 'When somebody mentions me or shares a project with me',
    assignments: 'When something is assigned to me or can be started',
    comments: 'When somebody comments on my work',
    dueDates: 'When my work is due soon or overdue',
  },
  paces: { immediately: 'At once', daily: 'Once a day', never: 'Never' },
  push: 'Show notifications on this device, even while no page is open',
  pushBlocked: 'Your browser blocks notifications from this site. Allow them in its settings.',
  pushFailed: "This device couldn't be added. Check your connection and try again.",
  saved: 'Saved',
  notLoaded: 'The settings could not be loaded.',
  tryAgain: 'Try again',
})
