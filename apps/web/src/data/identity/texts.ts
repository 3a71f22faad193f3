import type { Answer, Failure } from './answer.ts'
import { allTexts } from './flow.ts'

type Unsuccessful = Failure | Extract<Answer, { kind: 'refused' | 'gone' }>

export const noFlowText = 'Missing valid authConfig'

/** What the login page says about an answer; empty where only a field has something to say. */
export function loginText(answer: Unsuccessful): string {
  if (answer.kind === 'refused') return joined([answer.message, answer.flow.messages[0]?.text])
  if (!isBadRequest(answer)) return failureText(answer)
  return joined([...new Set([answer.message, answer.uiMessage ?? answer.reason])])
}

/** What the registration page says: everything the service has to say about the whole form and its fields. */
export function registrationText(answer: Unsuccessful): string {
  if (answer.kind === 'refused') return joined(['Error:', ...allTexts(answer.flow)])
  return isBadRequest(answer) ? joined(['Error:', answer.message, answer.reason]) : failureText(answer)
}

/** What a form says whose fields show their own messages. */
export function formText(answer: Unsuccessful): string {
  if (answer.kind === 'refused') return joined(errorsOf(answer.flow.messages))
  return isBadRequest(answer) ? joined([answer.reason ?? answer.message]) : failureText(answer)
}

/** Why there is no flow. */
export const failureOf = (answer: Answer): string =>
  'status' in answer || answer.kind === 'network' ? failureText(answer) : 'The server gave an unexpected answer.'

export function failureText(answer: Exclude<Unsuccessful, { kind: 'refused' }>): string {
  if (answer.kind === 'network') return 'The server cannot be reached. Check your connection and try again.'
  const line = `Error: server responded with ${answer.status} ${answer.statusText}`.trimEnd()
  return answer.status === 429
    ? `${line}. ${waitText('retryAfterSeconds' in answer ? (answer.retryAfterSeconds ?? 0) : 0)}`
    : line
}

function waitText(seconds: number): string {
  if (seconds <= 0) return 'Too many attempts: try again in a little while.'
  return `Too many attempts: try again in ${seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')}.`
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const isBadRequest = (answer: Unsuccessful): answer is Extract<Failure, { kind: 'error' }> =>
  answer.kind === 'error' && answer.status === 400

const errorsOf = (messages: readonly { readonly text: string; readonly type: string }[]): readonly string[] =>
  messages.filter((message) => message.type === 'error').map((message) => message.text)

const joined = (texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join(' ')
