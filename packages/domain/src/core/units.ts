/** Lengths of time in milliseconds. A day is 24 hours: for days of a calendar see burnup/calendar.ts. */
export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (value: string): boolean => uuidPattern.test(value)

/** The form of a noun that goes with a number, as English has it: `pluralize(2, 'person', 'people')`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string => (Math.abs(count) === 1 ? one : many)

/** A number with its noun: `3 nodes`. */
export const formatQuantity = (count: number, one: string, many?: string): string =>
  `${count} ${pluralize(count, one, many)}`
