import { setImmediate } from 'node:timers/promises'
import { GraphQLError, OperationTypeNode } from 'graphql'
import type { Log } from '../../ports/log.ts'
import type { Viewer } from '../viewer.ts'
import type { ReadyDocument, RefusedDocument } from './documents.ts'
import type { Answer, Engine } from './engine.ts'
import type { OperationRequest } from './operation-request.ts'
import type { GraphContext } from './slice.ts'

export interface Operation {
  readonly request: OperationRequest
  readonly prepared: ReadyDocument | RefusedDocument
}

/** Everything of one HTTP request that its operations share. */
export interface RunOptions {
  readonly engine: Engine
  readonly clientId: string | null
  readonly requestId: string
  readonly log: Log
  /** Asked once, and only if something is to be executed. */
  readonly viewer: () => Promise<Viewer>
  readonly count: (kind: string, outcome: 'ok' | 'failed' | 'refused', seconds: number) => void
}

function prepareOperation(engine: Engine, request: OperationRequest): Operation {
  const prepared = engine.prepare(request.query, request.operationName)
  if (prepared.kind === 'ready' && prepared.operation.operation === OperationTypeNode.SUBSCRIPTION) {
    const errors = [new GraphQLError('Subscriptions run over the socket at /subscriptions')]
    return { request, prepared: { kind: 'refused', isOverLimit: true, errors } }
  }
  return { request, prepared }
}

const turnMs = 10

// Fifty heavy documents in one request would hold up everybody else for seconds: others get their turn in between.
export async function prepareOperations(engine: Engine, requests: readonly OperationRequest[]): Promise<Operation[]> {
  const operations: Operation[] = []
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

export const isMutation = ({ prepared }: Operation): boolean =>
  prepared.kind === 'ready' && prepared.operation.operation === OperationTypeNode.MUTATION

/** Queries that stand together run together; a mutation waits for what came before it, and what follows waits for it. */
export async function runOperations(operations: readonly Operation[], options: RunOptions): Promise<Answer[]> {
  const viewer = operations.some(({ prepared }) => prepared.kind === 'ready') ? await options.viewer() : null
  const answers: Promise<Answer>[] = []
  for (const operation of operations) {
    if (isMutation(operation)) await Promise.all(answers)
    const answer = runOperation(operation, viewer, options)
    answers.push(answer)
    if (isMutation(operation)) await answer
  }
  return Promise.all(answers)
}

async function runOperation(
  { request, prepared }: Operation,
  viewer: Viewer | null,
  options: RunOptions,
): Promise<Answer> {
  const { engine, clientId, requestId, log, count } = options
  if (prepared.kind === 'refused' || viewer === null) {
    count('unknown', 'refused', 0)
    return { errors: engine.formatErrors(prepared.kind === 'refused' ? prepared.errors : [], log) }
  }
  const context: GraphContext = { viewer, clientId, operationId: request.operationId, requestId, log }
  const startedAt = performance.now()
  const answer = await engine.run(prepared, request.variables, context)
  const outcome = answer.errors === undefined ? 'ok' : 'failed'
  count(prepared.operation.operation, outcome, (performance.now() - startedAt) / 1000)
  return answer
}
