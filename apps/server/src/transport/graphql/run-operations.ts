import { setImmediate } from 'node:timers/promises'
import { GraphQLError, OperationTypeNode } from 'graphql'
import type { Log } from '../../ports/log.ts'
import { ApiError } from '../../api/errors.ts'
import { answerTooLargeError, type RequestBudget } from '../../api/request-budget.ts'
import { createSemaphore } from '../../reliability/semaphore.ts'
import { apiLimits } from '../../api/limits.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { ReadyDocument, RefusedDocument } from './documents.ts'
import { toJsonPieces, type GraphqlAnswer, type GraphqlEngine } from './engine.ts'
import type { OperationRequest } from '../../api/parse-request.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import { requestTexts } from '../../texts/requests.ts'

export interface PreparedOperation {
  readonly request: OperationRequest
  readonly prepared: ReadyDocument | RefusedDocument
}

/** The state that all operations of one HTTP request share. */
export interface RunOperationsOptions {
  readonly engine: GraphqlEngine
  readonly clientId: string | null
  readonly requestId: string
  readonly log: Log
  readonly budget: RequestBudget
  /** Null if nothing is to be executed. */
  readonly viewer: Viewer | null
  readonly count: (kind: string, outcome: 'ok' | 'failed' | 'refused', seconds: number) => void
}

function prepareOperation(engine: GraphqlEngine, request: OperationRequest): PreparedOperation {
  const prepared = engine.prepare(request.query, request.operationName)
  if (prepared.kind === 'ready' && prepared.operation.operation === OperationTypeNode.SUBSCRIPTION) {
    const errors = [new GraphQLError(requestTexts.operation.subscriptionByHttp)]
    return { request, prepared: { kind: 'refused', isOverLimit: true, errors } }
  }
  return { request, prepared }
}

const turnMs = 10

// Fifty heavy documents in one request would block everybody else for seconds, so others get their turn in between.
export async function prepareOperations(
  engine: GraphqlEngine,
  requests: readonly OperationRequest[],
): Promise<PreparedOperation[]> {
  const operations: PreparedOperation[] = []
  let turnStartedAt = performance.now()
  for (const request of requests) {
    operations.push(prepareOperation(engine, request))
    if (performance.now() - turnStartedAt > turnMs) {
      await setImmediate()
      turnStartedAt = performance.now()
    }
  }
  return operations
}

export const isMutation = ({ prepared }: PreparedOperation): boolean =>
  prepared.kind === 'ready' && prepared.operation.operation === OperationTypeNode.MUTATION

/** Returns the total work of a request; refuses it if that is too much. */
export function sumRequestWork(operations: readonly PreparedOperation[]): number {
  let fields = 0
  let work = 0
  for (const { prepared } of operations) {
    if (prepared.kind !== 'ready') continue
    fields += prepared.cost.fields
    work += prepared.cost.work
  }
  const { budget } = apiLimits
  if (fields > budget.fields) {
    throw new ApiError('BAD_USER_INPUT', requestTexts.operation.tooManyFields(budget.fields))
  }
  if (work > budget.work) {
    throw new ApiError('BAD_USER_INPUT', requestTexts.operation.tooMuchWork)
  }
  return work
}

/**
 * Adjacent queries run together, two at a time; a mutation waits for everything before it, and everything after waits
 * for it.
 */
export async function runOperations(
  operations: readonly PreparedOperation[],
  options: RunOperationsOptions,
): Promise<GraphqlAnswer[]> {
  const queries = createSemaphore(apiLimits.budget.readsAtOnce)
  const answers: Promise<GraphqlAnswer>[] = []
  for (const operation of operations) {
    if (isMutation(operation)) await Promise.all(answers)
    const answer = queries.run(() => runOperation(operation, options))
    answers.push(answer)
    if (isMutation(operation)) await answer
  }
  return Promise.all(answers)
}

async function runOperation(
  { request, prepared }: PreparedOperation,
  options: RunOperationsOptions,
): Promise<GraphqlAnswer> {
  const { engine, clientId, requestId, log, viewer, count, budget } = options
  if (prepared.kind === 'refused' || viewer === null) {
    count('unknown', 'refused', 0)
    return { errors: engine.formatErrors(prepared.kind === 'refused' ? prepared.errors : [], log) }
  }
  // Nothing is executed whose result could not be returned.
  if (budget.isUsedUp) return refuseTooLarge(options)
  const context: GraphqlContext = { viewer, clientId, operationId: request.operationId, requestId, log, budget }
  const startedAt = performance.now()
  const answer = await engine.run(prepared, request.variables, context)
  const outcome = answer.errors === undefined ? 'ok' : 'failed'
  count(prepared.operation.operation, outcome, (performance.now() - startedAt) / 1000)
  return toCountedPieces(answer, options)
}

/**
 * Converts the response to counted text: the objects of fifty responses would be in memory at once until the last one.
 */
function toCountedPieces(answer: GraphqlAnswer, options: RunOperationsOptions): GraphqlAnswer {
  const written = toJsonPieces(answer)
  const characters = written.reduce((sum, { length }) => sum + length, 0)
  if (!options.budget.addToAnswer(characters)) return refuseTooLarge(options)
  return {
    ...(answer.errors !== undefined && { errors: answer.errors }),
    ...('data' in answer && { data: {} }),
    written,
  }
}

const refuseTooLarge = ({ engine, log }: RunOperationsOptions): GraphqlAnswer => {
  const error = answerTooLargeError()
  const errors = engine.formatErrors([new GraphQLError(error.message, { originalError: error })], log)
  return { errors, data: null }
}
