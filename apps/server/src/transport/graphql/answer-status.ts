import type { RequestBody } from './operation-request.ts'
import type { GraphqlAnswer } from './engine.ts'
import type { AnswerMediaType } from './media-type.ts'
import type { PreparedOperation } from './run-operations.ts'

const hasOnlyErrorCode = (code: string) => (answer: GraphqlAnswer) =>
  answer.errors !== undefined &&
  answer.errors.length > 0 &&
  answer.errors.every((error) => error.extensions?.['code'] === code)

/** The HTTP status of an answer. A batch speaks through its parts, unless all of them failed for want of a session. */
export function toHttpStatus(
  kind: RequestBody['kind'],
  operations: readonly PreparedOperation[],
  answers: readonly GraphqlAnswer[],
  type: AnswerMediaType,
): number {
  if (answers.every(hasOnlyErrorCode('UNAUTHENTICATED'))) return 401
  const [answer] = answers
  const [operation] = operations
  if (kind === 'batch' || answer === undefined || 'data' in answer) return 200
  const isOverLimit = operation?.prepared.kind === 'refused' && operation.prepared.isOverLimit
  return isOverLimit || type === 'application/graphql-response+json' ? 400 : 200
}
