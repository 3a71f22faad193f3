import { refusals, refuse, type Refusal, type Result } from '@espalier/domain'

/** A rule's answer with its reason as a text for the person. */
export const told = <Value>(result: Result<Value, Refusal>): Result<Value, string> =>
  result.ok ? result : refuse(refusals[result.reason].text)
