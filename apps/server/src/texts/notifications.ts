import { defineTexts, formatQuantity } from '@espalier/domain'

/** Why the API refused a request about comments, beyond the rules that the page shares. */
export const commentRequestTexts = defineTexts('commentRequests', {
  badNode: 'nodeId must be the id of a node',
})

/** Why the API refused a request about notifications. */
export const notificationErrorTexts = defineTexts('notificationErrors', {
  badCount: (most: number) => `first must be a number from 1 to ${most}`,
  badCursor: 'before must be the next of an earlier page',
  badIds: (most: number) => `Name at most ${most} notifications by their ids`,
  noIds: 'Name the notifications, or set all',
  badLevel: 'The level must be all, mine or none',
})

/** The sentences of notifications. */
export const notificationTexts = defineTexts('notifications', {
  somebody: 'Somebody',
  mentioned: (who: string, title: string) => `${who} mentioned you in "${title}"`,
  commented: (who: string, title: string) => `${who} commented on "${title}"`,
  assigned: (who: string, title: string) => `${who} assigned "${title}" to you`,
  unblocked: (title: string) => `"${title}" can start now: nothing blocks it any more`,
  due: (title: string, day: string) => `"${title}" is due on ${day}`,
  overdue: (title: string, day: string) => `"${title}" was due on ${day}`,
  shared: (who: string, title: string) => `${who} shared "${title}" with you`,
  proposal: (who: string, title: string) => `${who} proposed changes to "${title}"`,
  withExcerpt: (sentence: string, excerpt: string) => `${sentence}: ${excerpt}`,
})

/** The mails about notifications. */
export const notificationMailTexts = defineTexts('notificationMails', {
  subjectOfMany: (count: number, productName: string) =>
    `${formatQuantity(count, 'new notification')} in ${productName}`,
  heading: 'New in your projects',
  open: (productName: string) => `Open ${productName}`,
  openNode: 'Open the node',
  more: (count: number) => `And ${formatQuantity(count, 'more notification')}.`,
  reason: (productName: string) =>
    `You received this because of your notification settings in ${productName}, where you can change how often such emails come.`,
})
