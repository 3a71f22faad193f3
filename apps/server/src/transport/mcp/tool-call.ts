import type { TypedDocument } from '@espalier/schema'
import type { ErrorCode } from '@espalier/schema'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import type { ToolCall } from '../../api/tool.ts'
import { requestTexts } from '../../texts/requests.ts'
import { type GraphqlAnswer, type GraphqlEngine, toJsonPieces } from '../graphql/engine.ts'
import { isMutation, prepareOperations, runOperations, sumRequestWork } from '../graphql/run-operations.ts'
import type { Admission } from '../http/admission.ts'
import type { Metrics } from '../http/monitoring.ts'

interface ToolCallParts {
  readonly engine: GraphqlEngine
  readonly admission: Admission
  readonly metrics: Metrics
}

/** Tools use the same operations, checks and limits as the requests of the API. */
export function createToolCall(
  { engine, admission, metrics }: ToolCallParts,
  { id: requestId, log, ip: address }: FastifyRequest,
  viewer: ToolCall['viewer'],
): ToolCall {
  const source = { viewer, address }
  return {
    viewer,
    async query<Data, Variables extends Readonly<Record<string, unknown>>>(
      { name, text }: TypedDocument<Data, Variables>,
      variables: Variables,
    ) {
      const request = { query: text, operationName: name, variables, operationId: null }
      const operations = await prepareOperations(engine, [request])
      const isEdit = operations.every(isMutation)
      const admitted = await admission.admit(source, { work: sumRequestWork(operations), isEdit })
      const { budget } = admitted
      const options = { engine, clientId: null, requestId, log, viewer, budget, count: metrics.countOperation }
      try {
        const [answer] = await runOperations(operations, options)
        return readData<Data>(answer)
      } finally {
        admitted.leave()
      }
    },
    async admit(work, run) {
      const admitted = await admission.admit(source, { work, isEdit: true })
      try {
        return await run()
      } finally {
        admitted.leave()
      }
    },
  }
}

interface ReadAnswer {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[]
}

/** The answer is text that was counted for the limits of the request. */
function readData<Data>(answer: GraphqlAnswer | undefined): Data {
  const { data, errors } = answer === undefined ? {} : (JSON.parse(toJsonPieces(answer).join('')) as ReadAnswer)
  const [error] = errors ?? []
  if (error === undefined) return data as Data
  const { code, field, retryAfter } = error.extensions ?? {}
  throw new ApiError((code ?? 'BAD_USER_INPUT') as ErrorCode, error.message || requestTexts.internal, {
    ...(typeof field === 'string' && { field }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  })
}
