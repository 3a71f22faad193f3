import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import { parseStrictJson } from '../../api/parse-request.ts'
import type { Tool, ToolCall } from '../../api/tool.ts'
import { type Authenticate, withAddress } from '../../api/viewer.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import { requestTexts } from '../../texts/requests.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import type { Admission } from '../http/admission.ts'
import { sendErrorResponse, toErrorResponse } from '../http/error-responses.ts'
import type { Metrics } from '../http/monitoring.ts'
import { createToolCall } from './tool-call.ts'

export interface McpOptions {
  readonly tools: readonly Tool[]
  readonly productName: string
  readonly engine: GraphqlEngine
  readonly authenticate: Authenticate
  readonly admission: Admission
  readonly metrics: Metrics
}

const path = '/mcp'
/** Messages of one request, for clients of the protocol versions that allow several. */
const mostMessages = 50

/**
 * The endpoint of the Model Context Protocol. It is stateless: each request brings its token and gets its answer, so
 * that any server can answer.
 */
export function mcpRoutes(options: McpOptions): FastifyPluginAsync {
  return async (app) => {
    acceptOnlyJson(app)
    app.post(path, { bodyLimit: apiLimits.graphql.bodyBytes }, async (request, reply) => {
      const viewer = await authenticateProgram(options, request)
      if (viewer === null) return sendUnauthorized(request, reply)
      if (Array.isArray(request.body) && request.body.length > mostMessages)
        throw new ApiError('BAD_USER_INPUT', requestTexts.operation.tooMany(mostMessages))
      // The protocol's library is loaded with the first request, so that the server starts without it.
      const { answerMessages } = await import('./mcp-server.ts')
      const call = createToolCall(options, request, viewer)
      return sendAnswer(reply, await answerMessages(options, call, request))
    })
    // Without sessions there is nothing to listen to and nothing to end.
    app.route({
      method: ['GET', 'DELETE'],
      url: path,
      handler: async (request, reply) =>
        sendErrorResponse(request, reply.header('allow', 'POST'), {
          status: 405,
          message: requestTexts.mcpByPost,
          extensions: { code: 'BAD_USER_INPUT' },
        }),
    })
  }
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
}

/** A cookie is no token: a page of another site could send it along. */
async function authenticateProgram(
  { authenticate }: McpOptions,
  { headers: { authorization }, ip }: FastifyRequest,
): Promise<ToolCall['viewer'] | null> {
  try {
    const viewer = withAddress(await authenticate({ authorization }), ip)
    return viewer.kind === 'person' && viewer.token !== undefined ? { ...viewer, token: viewer.token } : null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return null
    throw error
  }
}

function sendUnauthorized(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const hasToken = request.headers.authorization !== undefined
  const challenge = hasToken ? 'Bearer realm="mcp", error="invalid_token"' : 'Bearer realm="mcp"'
  const error = new ApiError('UNAUTHENTICATED', hasToken ? tokenTexts.invalid : tokenTexts.missing)
  return sendErrorResponse(request, reply.header('www-authenticate', challenge), toErrorResponse(error, request.log))
}

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  if (type !== null) reply.type(type)
  const text = await answer.text()
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(text === '' ? undefined : text)
}
