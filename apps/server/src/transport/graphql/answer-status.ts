import type { RequestBody } from './operation-request.ts'
import type { Answer } from './engine.ts'
import type { AnswerType } from './media-type.ts'
import type { Operation } from './run-operations.ts'

const failedWith = (code: string) => (answer: Answer) =>
  answer.errors !== undefined &&
  answer.errors.length > 0 &&
  answer.errors.every((error) => error.extensions?.['code'] === code)

/** The HTTP status of an answer. A batch speaks through its parts, unless all of them failed for want of a session. */
export function statusOfAnswers(
  kind: RequestBody['kind'],
  operations: readonly Operation[],
  answers: readonly Answer[],
  type: AnswerType,
): number {
  if (answers.every(failedWith('UNAUTHENTICATED'))) return 401
  const [answer] = answers
  const [operation] = operations
  if (kind === 'batch' || answer === undefined || 'data' in answer) return 200
  const isOverLimit = operation?.prepared.kind === 'refused' && operation.prepared.isOverLimit
  return isOverLimit || type === 'application/graphql-response+json' ? 400 : 200
}
