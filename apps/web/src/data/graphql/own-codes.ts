import type { ErrorCode } from '@espalier/contract'

const key = 'ownCodes'

/** The context of an operation whose caller deals with these refusals itself: the whole page says nothing about them. */
export const dealingWith = (...codes: readonly ErrorCode[]): Record<string, unknown> => ({ [key]: codes })

export const ownCodesIn = (context: Readonly<Record<string, unknown>>): readonly ErrorCode[] =>
  (context[key] as readonly ErrorCode[] | undefined) ?? []
