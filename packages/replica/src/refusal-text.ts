import { editRefusals, refuse, type EditRefusal, type Result } from '@espalier/domain'

/** A rule's answer with its reason as a text for the person. */
export const told = <Value>(result: Result<Value, EditRefusal>): Result<Value, string> =>
  result.ok ? result : refuse(editRefusals[result.reason].text)
