import {
  errorCodes,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import {
  parseClientId,
  parseOperationRequest,
  parseRequestBody,
  parseStrictJson,
  type RequestBody,
} from '../../api/parse-request.ts'
import { createRequestBudget } from '../../api/request-budget.ts'
import { type Authenticate, pickCallerHeaders, requireExpectedPerson, withAddress } from '../../api/viewer.ts'
import type { Admission } from '../http/admission.ts'
import { type ErrorResponse, toErrorResponse } from '../http/error-responses.ts'
import type { Metrics } from '../http/monitoring.ts'
import { requestTexts } from '../../texts/requests.ts'
import { type GraphqlAnswer, type GraphqlEngine, toJsonPieces } from './engine.ts'
import { holdLongAnswer, leaveWhenSent, sendPieces, tooManyLongAnswers } from './send-pieces.ts'
import {
  isMutation,
  type PreparedOperation,
  prepareOperations,
  runOperations,
  sumRequestWork,
} from './run-operations.ts'

/** The two media types of a response: the old one keeps HTTP 200 for errors of the document, the new one does not. */
type AnswerMediaType = 'application/json' | 'application/graphql-response+json'

interface AcceptedType {
  readonly type: string
  readonly quality: number
}

function parseAcceptHeader(header: string): AcceptedType[] {
  return header.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) }
  })
}

const answerTypeByAccept: Readonly<Record<string, AnswerMediaType>> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
}

/** Null if the caller accepts neither. */
function negotiateAnswerType(accept: string | undefined): AnswerMediaType | null {
  if (accept === undefined || accept.trim() === '') return 'application/json'
  let best: { readonly type: AnswerMediaType; readonly quality: number } | null = null
  for (const { type, quality } of parseAcceptHeader(accept)) {
    const meaning = answerTypeByAccept[type]
    if (meaning !== undefined && quality > (best?.quality ?? 0)) best = { type: meaning, quality }
  }
  return best?.type ?? null
}

const hasOnlyErrorCode = (code: string) => (answer: GraphqlAnswer) =>
  answer.errors !== undefined &&
  answer.errors.length > 0 &&
  answer.errors.every((error) => error.extensions?.['code'] === code)

/** Returns the HTTP status. A batch is 200 unless all of its parts failed because of a missing session. */
function toHttpStatus(
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

interface GraphqlOptions {
  readonly engine: GraphqlEngine
  readonly authenticate: Authenticate
  readonly admission: Admission
  readonly metrics: Metrics
}

const graphqlPaths = ['/graphql', '/graphql/']

export function graphqlRoutes(options: GraphqlOptions): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    addParsers(app)
    app.addHook('onRequest', requireJson)
    app.setErrorHandler((error, request, reply) =>
      sendGraphqlError(request, reply, toErrorResponse(error, request.log)),
    )
    for (const url of graphqlPaths) {
      app.post(url, { bodyLimit: apiLimits.graphql.bodyBytes }, async (request, reply) =>
        answerGraphqlRequest(request, reply, parseRequestBody(request.body), options),
      )
      app.get(url, async (request, reply) =>
        answerGraphqlRequest(request, reply, queryStringBody(request.query), options),
      )
    }
  }
}

function addParsers(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
}

// Only JSON is accepted: a form or a beacon of another site can send any other type without a preflight.
async function requireJson(request: FastifyRequest): Promise<void> {
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType.trim())) {
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(contentType ?? 'none')
  }
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ApiError('BAD_USER_INPUT', requestTexts.body.compressed, { field: 'content-encoding' })
  }
}

function parseJsonParameter(parameter: unknown): unknown {
  if (parameter === '') return null
  return typeof parameter === 'string' ? parseStrictJson(parameter) : parameter
}

function queryStringBody(query: unknown): RequestBody {
  const { query: document, operationName, variables, extensions } = query as Record<string, unknown>
  const sent = {
    query: document,
    operationName,
    variables: parseJsonParameter(variables),
    extensions: parseJsonParameter(extensions),
  }
  return { kind: 'single', operations: [parseOperationRequest(sent)] }
}

async function answerGraphqlRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  body: RequestBody,
  { engine, authenticate, admission, metrics }: GraphqlOptions,
): Promise<FastifyReply> {
  const type = negotiateAnswerType(request.headers.accept)
  if (type === null) return sendGraphqlError(request, reply, notAcceptable)
  const clientId = parseClientId(request.headers['x-client-id'])
  const operations = await prepareOperations(engine, body.operations)
  if (request.method !== 'POST' && operations.some(isMutation)) {
    return sendGraphqlError(request, reply.header('allow', 'POST'), mutationByGet)
  }
  const work = sumRequestWork(operations)
  const viewer = work === 0 ? null : withAddress(await authenticate(pickCallerHeaders(request.headers)), request.ip)
  if (viewer !== null) requireExpectedPerson(viewer, request.headers['x-person-id'])
  const admitted =
    viewer === null
      ? null
      : await admission.admit({ viewer, address: request.ip }, { work, isEdit: operations.every(isMutation) })
  const budget = admitted?.budget ?? createRequestBudget()
  const { id: requestId, log } = request
  const options = { engine, clientId, requestId, log, viewer, budget, count: metrics.countOperation }
  const running = runOperations(operations, options)
  if (admitted !== null) void leaveWhenSent(reply, running, admitted)
  void running.finally(() => admitted?.endReading()).catch(() => undefined)
  const answers = await running
  if (admitted !== null && !holdLongAnswer(reply, admitted)) return sendGraphqlError(request, reply, tooManyLongAnswers)
  const pieces = answers.flatMap((one, index) => (index === 0 ? toJsonPieces(one) : [',', ...toJsonPieces(one)]))
  reply
    .code(toHttpStatus(body.kind, operations, answers, type))
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
  return sendPieces(reply, body.kind === 'batch' ? ['[', ...pieces, ']'] : pieces)
}

const notAcceptable: ErrorResponse = {
  status: 406,
  message: requestTexts.operation.badAcceptHeader,
  extensions: { code: 'BAD_USER_INPUT' },
}

const mutationByGet: ErrorResponse = {
  status: 405,
  message: requestTexts.operation.mutationByGet,
  extensions: { code: 'BAD_USER_INPUT' },
}

/** Refuses the whole request; none of its operations ran. */
function sendGraphqlError(request: FastifyRequest, reply: FastifyReply, failure: ErrorResponse): FastifyReply {
  const { status, message, extensions } = failure
  const type: AnswerMediaType = negotiateAnswerType(request.headers.accept) ?? 'application/json'
  if (extensions.retryAfter !== undefined) reply.header('retry-after', String(extensions.retryAfter))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
    .send(JSON.stringify({ errors: [{ message, extensions }] }))
}
