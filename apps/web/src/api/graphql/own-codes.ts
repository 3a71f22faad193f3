import { type ErrorCode, errorCodes } from '@espalier/schema'

/** UNREACHABLE: no answer at all. */
export type OwnCode = ErrorCode | 'UNREACHABLE'

const key = 'ownCodes'
const quietKey = 'isQuiet'
const retriesKey = 'retriesItself'

/** The context of an operation whose caller deals with these refusals itself: the whole page says nothing about them. */
export const dealingWith = (...codes: readonly OwnCode[]): Record<string, unknown> => ({ [key]: codes })

const ofWholePage: readonly OwnCode[] = ['UNAUTHENTICATED', 'FORBIDDEN']

/** Of a caller who reports every refusal in its own words: only the end of the session or of a right concerns the whole page. */
export const dealingWithAll = dealingWith(...errorCodes.filter((code) => !ofWholePage.includes(code)), 'UNREACHABLE')

export const ownCodesIn = (context: Readonly<Record<string, unknown>>): readonly OwnCode[] =>
  (context[key] as readonly OwnCode[] | undefined) ?? []

/** The context of an operation whose failure, whatever it is, concerns nobody but its caller. */
export const quietly: Readonly<Record<string, unknown>> = { [quietKey]: true }

export const isQuiet = (context: Readonly<Record<string, unknown>>): boolean => context[quietKey] === true

/** The context of an operation that must not be repeated behind its caller's back: those sent after it would overtake it. */
export const retriedByCaller: Readonly<Record<string, unknown>> = { [retriesKey]: true }

export const isRetriedByCaller = (context: Readonly<Record<string, unknown>>): boolean => context[retriesKey] === true
