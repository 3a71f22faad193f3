import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  errorCodes,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Admission, Admitted } from '../budget/admission.ts'
import { createRequestBudget } from '../budget/request-budget.ts'
import { failureAnswerOf, type FailureAnswer } from '../http/failure-answer.ts'
import type { Metrics } from '../http/metrics.ts'
import { transportLimits } from '../limits.ts'
import { parseStrictJson } from '../strict-json.ts'
import { type Authenticate, requireExpectedPerson } from '../viewer.ts'
import { statusOfAnswers } from './answer-status.ts'
import { answerPieces, type Engine } from './engine.ts'
import { answerTypeOf, type AnswerType } from './media-type.ts'
import { clientIdOf, operationRequestOf, requestBodyOf, type RequestBody } from './operation-request.ts'
import { isMutation, prepareOperations, requestWork, runOperations } from './run-operations.ts'

export interface GraphqlOptions {
  readonly engine: Engine
  readonly authenticate: Authenticate
  readonly admission: Admission
  readonly metrics: Metrics
}

const paths = ['/graphql', '/graphql/']

export function graphqlRoutes(options: GraphqlOptions): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    addParsers(app)
    app.addHook('onRequest', requireJson)
    app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, failureAnswerOf(error, request.log)))
    for (const url of paths) {
      app.post(url, { bodyLimit: transportLimits.graphql.bodyBytes }, async (request, reply) =>
        answer(request, reply, requestBodyOf(request.body), options),
      )
      app.get(url, async (request, reply) => answer(request, reply, queryStringBody(request.query), options))
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

// Only JSON: a form or a beacon of another site can send any other type without the browser asking first.
async function requireJson(request: FastifyRequest): Promise<void> {
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType.trim())) {
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(contentType ?? 'none')
  }
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ApiError('BAD_USER_INPUT', 'The body must not be compressed', { field: 'content-encoding' })
  }
}

function jsonIn(parameter: unknown): unknown {
  if (parameter === '') return null
  return typeof parameter === 'string' ? parseStrictJson(parameter) : parameter
}

function queryStringBody(query: unknown): RequestBody {
  const { query: document, operationName, variables, extensions } = query as Record<string, unknown>
  const sent = { query: document, operationName, variables: jsonIn(variables), extensions: jsonIn(extensions) }
  return { kind: 'single', operations: [operationRequestOf(sent)] }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  body: RequestBody,
  { engine, authenticate, admission, metrics }: GraphqlOptions,
): Promise<FastifyReply> {
  const type = answerTypeOf(request.headers.accept)
  if (type === null) return sendRefusal(request, reply, notAcceptable)
  const clientId = clientIdOf(request.headers['x-client-id'])
  const operations = await prepareOperations(engine, body.operations)
  if (request.method !== 'POST' && operations.some(isMutation)) {
    return sendRefusal(request, reply.header('allow', 'POST'), mutationByGet)
  }
  const work = requestWork(operations)
  const viewer = work === 0 ? null : await authenticate({ cookie: request.headers.cookie })
  if (viewer !== null) requireExpectedPerson(viewer, request.headers['x-person-id'])
  const admitted = viewer === null ? null : await admission.admit({ viewer, address: request.ip }, work)
  const budget = admitted?.budget ?? createRequestBudget()
  const { id: requestId, log } = request
  const options = { engine, clientId, requestId, log, viewer, budget, count: metrics.countOperation }
  const running = runOperations(operations, options)
  if (admitted !== null) void leaveAfter(reply, running, admitted)
  void running.finally(() => budget.close()).catch(() => undefined)
  const answers = await running
  const isLong = budget.answerBytes > streamedFromCharacters
  if (isLong && admitted?.hold(budget.answerBytes, () => reply.raw.destroy()) === false) {
    return sendRefusal(request, reply, tooManyLongAnswers)
  }
  const pieces = answers.flatMap((one, index) => (index === 0 ? answerPieces(one) : [',', ...answerPieces(one)]))
  reply
    .code(statusOfAnswers(body.kind, operations, answers, type))
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
  return sendPieces(reply, body.kind === 'batch' ? ['[', ...pieces, ']'] : pieces)
}

/** A caller who hangs up must not make room for the next request while this one still works. */
async function leaveAfter(reply: FastifyReply, running: Promise<unknown>, { leave, budget }: Admitted): Promise<void> {
  await Promise.allSettled([running, finished(reply.raw, { readable: false })])
  leave(budget.answerBytes)
}

const streamedFromCharacters = 1024 * 1024

/** A long answer goes out piece by piece: as one text it would be in memory three times. */
function sendPieces(reply: FastifyReply, pieces: readonly string[]): FastifyReply {
  if (pieces.reduce((sum, { length }) => sum + length, 0) < streamedFromCharacters) return reply.send(pieces.join(''))
  const { raw } = reply
  raw.setTimeout(transportLimits.budget.stalledMs, () => raw.destroy())
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  return reply.header('content-length', length).send(Readable.from(buffersOf(pieces)))
}

function* buffersOf(pieces: readonly string[]): Generator<Buffer> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const end = at + streamedFromCharacters
      // The two halves of one sign must not come apart: each alone is no text.
      const isSplit = (piece.charCodeAt(end - 1) & 0xfc00) === 0xd800
      yield Buffer.from(piece.slice(at, isSplit ? end + 1 : end))
      at = isSplit ? end + 1 : end
    }
  }
}

const notAcceptable: FailureAnswer = {
  status: 406,
  message: 'Answers are application/json or application/graphql-response+json',
  extensions: { code: 'BAD_USER_INPUT' },
}

const mutationByGet: FailureAnswer = {
  status: 405,
  message: 'A mutation must be sent by POST',
  extensions: { code: 'BAD_USER_INPUT' },
}

const tooManyLongAnswers: FailureAnswer = {
  status: 429,
  message: 'Too many large answers are being sent. Try again in a moment.',
  extensions: { code: 'RATE_LIMITED', retryAfter: 5 },
}

/** The whole request is refused: no operation of it ran. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, failure: FailureAnswer): FastifyReply {
  const { status, message, extensions } = failure
  const type: AnswerType = answerTypeOf(request.headers.accept) ?? 'application/json'
  if (extensions.retryAfter !== undefined) reply.header('retry-after', String(extensions.retryAfter))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
    .send(JSON.stringify({ errors: [{ message, extensions }] }))
}
