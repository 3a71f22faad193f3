import { defineTexts } from '@espalier/domain'

/** Why the API refused to list somebody's work. */
export const workErrorTexts = defineTexts('workErrors', {
  badCount: (most: number) => `first must be a number from 1 to ${most}`,
  badTimeZone: 'The time zone is unknown. Use a name such as Europe/Berlin.',
  badCursor: 'after must be the next of an earlier page',
})

/** Texts of calendar addresses and of the calendars behind them. */
export const calendarTexts = defineTexts('calendar', {
  notFound: 'This calendar address does not exist or has been revoked.',
  noFeed: 'Calendar address not found',
  tooMany: (most: number) => `You can have at most ${most} calendar addresses. Revoke some of them first.`,
  tooOften: 'This calendar is read very often. Try again later.',
  myWork: (productName: string) => `${productName}: my work`,
})
