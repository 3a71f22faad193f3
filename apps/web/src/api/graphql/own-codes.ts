import { errorCodes } from '@espalier/schema'
import type { ApiErrorCode } from './api-result.ts'

const key = 'ownCodes'
const quietKey = 'isQuiet'
const retriesKey = 'retriesItself'

/** Context for an operation whose caller handles these error codes, so the page reports nothing about them. */
export const handledByCaller = (...codes: readonly ApiErrorCode[]): Record<string, unknown> => ({ [key]: codes })

const ofWholePage: readonly ApiErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN']

/**
 * Context for a caller that reports every rejection itself: only the end of the session or of a permission concerns the
 * whole page.
 */
export const allHandledByCaller = handledByCaller(
  ...errorCodes.filter((code) => !ofWholePage.includes(code)),
  'UNREACHABLE',
)

export const ownCodesIn = (context: Readonly<Record<string, unknown>>): readonly ApiErrorCode[] =>
  (context[key] as readonly ApiErrorCode[] | undefined) ?? []

/** Context for an operation whose failure concerns only its caller. */
export const failingSilently: Readonly<Record<string, unknown>> = { [quietKey]: true }

export const isQuiet = (context: Readonly<Record<string, unknown>>): boolean => context[quietKey] === true

/** Context for an operation that must not be retried automatically: operations sent after it would overtake it. */
export const retriedByCaller: Readonly<Record<string, unknown>> = { [retriesKey]: true }

export const isRetriedByCaller = (context: Readonly<Record<string, unknown>>): boolean => context[retriesKey] === true
