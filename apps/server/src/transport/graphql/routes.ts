import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { failureAnswerOf, type FailureAnswer } from '../http/failure-answer.ts'
import type { Metrics } from '../http/metrics.ts'
import type { PersonLimit } from '../http/rate-limits.ts'
import { transportLimits } from '../limits.ts'
import { parseStrictJson } from '../strict-json.ts'
import { type Authenticate, type Viewer, requireExpectedPerson } from '../viewer.ts'
import { statusOfAnswers } from './answer-status.ts'
import { answerText, type Engine } from './engine.ts'
import { answerTypeOf, type AnswerType } from './media-type.ts'
import { clientIdOf, operationRequestOf, requestBodyOf, type RequestBody } from './operation-request.ts'
import { isMutation, prepareOperations, runOperations } from './run-operations.ts'

export interface GraphqlOptions {
  readonly engine: Engine
  readonly authenticate: Authenticate
  readonly limitPerson: PersonLimit
  readonly metrics: Metrics
}

const paths = ['/graphql', '/graphql/']

export function graphqlRoutes(options: GraphqlOptions): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    addParsers(app)
    app.addHook('onRequest', requirePreflight)
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
    ['application/json', 'text/plain'],
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
}

// A form or a beacon of another site needs no preflight; the header x-client-id makes the browser ask first.
async function requirePreflight(request: FastifyRequest): Promise<void> {
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ApiError('BAD_USER_INPUT', 'The body must not be compressed', { field: 'content-encoding' })
  }
  const isSimple = contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType.trim())
  if (isSimple && request.headers['x-client-id'] === undefined) {
    throw new ApiError('FORBIDDEN', 'Without the content type application/json a request must carry x-client-id')
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
  { engine, authenticate, limitPerson, metrics }: GraphqlOptions,
): Promise<FastifyReply> {
  const type = answerTypeOf(request.headers.accept)
  if (type === null) return sendRefusal(request, reply, notAcceptable)
  const clientId = clientIdOf(request.headers['x-client-id'])
  const operations = await prepareOperations(engine, body.operations)
  if (request.method !== 'POST' && operations.some(isMutation)) {
    return sendRefusal(request, reply.header('allow', 'POST'), mutationByGet)
  }
  const viewer = async (): Promise<Viewer> => {
    const found = await authenticate({ cookie: request.headers.cookie })
    requireExpectedPerson(found, request.headers['x-person-id'])
    if (found.kind === 'person') await limitPerson(found.person.id)
    return found
  }
  const { id: requestId, log } = request
  const answers = await runOperations(operations, {
    engine,
    clientId,
    requestId,
    log,
    viewer,
    count: metrics.countOperation,
  })
  return reply
    .code(statusOfAnswers(body.kind, operations, answers, type))
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
    .send(body.kind === 'batch' ? `[${answers.map(answerText).join(',')}]` : answers.map(answerText).join(''))
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
