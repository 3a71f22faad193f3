import { identityErrorTexts } from '../../texts/identity-errors.ts'
import type { FlowResult, IdentityFailure } from './flow-result.ts'
import { listFlowTexts } from './flow.ts'

type FailedFlowResult = IdentityFailure | Extract<FlowResult, { kind: 'refused' | 'gone' }>

/** Returns the text that the login page shows for an answer; empty when only a field has a message. */
export function describeLoginError(answer: FailedFlowResult): string {
  if (answer.kind === 'refused') return joinTexts([answer.message, answer.flow.messages[0]?.text])
  if (!isBadRequest(answer)) return describeIdentityFailure(answer)
  return joinTexts([...new Set([answer.message, answer.uiMessage ?? answer.reason])])
}

/** Returns the text that the registration page shows: all messages of the form and its fields. */
export function describeRegistrationError(answer: FailedFlowResult): string {
  if (answer.kind === 'refused') return identityErrorTexts.registrationFailed(joinTexts(listFlowTexts(answer.flow)))
  return isBadRequest(answer)
    ? identityErrorTexts.registrationFailed(joinTexts([answer.message, answer.reason]))
    : describeIdentityFailure(answer)
}

/** Returns the text of a form whose fields show their own messages. */
export function describeFormError(answer: FailedFlowResult): string {
  if (answer.kind === 'refused') return joinTexts(listErrorTexts(answer.flow.messages))
  return isBadRequest(answer) ? joinTexts([answer.reason ?? answer.message]) : describeIdentityFailure(answer)
}

/** Explains why no flow could be opened. */
export const describeMissingFlow = (answer: FlowResult): string =>
  'status' in answer || answer.kind === 'network'
    ? describeIdentityFailure(answer)
    : identityErrorTexts.unexpectedAnswer

export function describeIdentityFailure(answer: Exclude<FailedFlowResult, { kind: 'refused' }>): string {
  if (answer.kind === 'network') return identityErrorTexts.unreachable
  const statusLine = `${answer.status} ${answer.statusText}`.trimEnd()
  return answer.status === 429
    ? describeWait(statusLine, 'retryAfterSeconds' in answer ? (answer.retryAfterSeconds ?? 0) : 0)
    : identityErrorTexts.badStatus(statusLine)
}

function describeWait(statusLine: string, seconds: number): string {
  if (seconds <= 0) return identityErrorTexts.tooManyAttempts(statusLine)
  return seconds < 60
    ? identityErrorTexts.tryAgainInSeconds(statusLine, seconds)
    : identityErrorTexts.tryAgainInMinutes(statusLine, Math.ceil(seconds / 60))
}

const isBadRequest = (answer: FailedFlowResult): answer is Extract<IdentityFailure, { kind: 'error' }> =>
  answer.kind === 'error' && answer.status === 400

const listErrorTexts = (messages: readonly { readonly text: string; readonly type: string }[]): readonly string[] =>
  messages.filter((message) => message.type === 'error').map((message) => message.text)

const joinTexts = (texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join(' ')
