/** Every screen of the board has this title. */
export const boardTitle = 'User feedback'

const mediumDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const formatPostDate = (at: number): string => mediumDates.format(at)
