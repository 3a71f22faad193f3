import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { hasTokenRole } from '../../api/token-rights.ts'
import type { Tool, ToolCall } from '../../api/tool.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import { toolTexts } from '../../texts/tools.ts'
import { toErrorResponse } from '../http/error-responses.ts'
import { findArgumentProblem } from './check-arguments.ts'

interface ServedTools {
  readonly tools: readonly Tool[]
  readonly productName: string
}

/** Answers the messages of one request with a server that exists for this request alone. */
export async function answerMessages(
  { tools, productName }: ServedTools,
  call: ToolCall,
  request: FastifyRequest,
): Promise<Response> {
  const server = new Server(
    { name: productName.toLowerCase(), title: productName, version: '1.0.0' },
    { capabilities: { tools: {} }, instructions: toolTexts.instructions(productName) },
  )
  const offered = tools.filter((tool) => isOffered(tool, call))
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: offered.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    runTool({ tools, offered, call, request }, params.name, params.arguments),
  )
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(toWebRequest(request), { parsedBody: request.body })
  } finally {
    await server.close()
  }
}

const isOffered = ({ role }: Tool, { viewer }: ToolCall): boolean => hasTokenRole(viewer.token, role)

const describeTool = ({ name, description, role, isDestructive = false, input }: Tool) => ({
  name,
  description,
  // The library's type wants lists that may be changed.
  inputSchema: input as unknown as { type: 'object' },
  annotations:
    role === 'reader'
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: isDestructive, openWorldHint: false },
})

/** The body has been read already, so only the headers are passed on. */
function toWebRequest({ headers }: FastifyRequest): Request {
  const own = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'last-event-id']) {
    const value = headers[name]
    if (typeof value === 'string') own.set(name, value)
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers: own })
}

interface RunningTools {
  readonly tools: readonly Tool[]
  readonly offered: readonly Tool[]
  readonly call: ToolCall
  readonly request: FastifyRequest
}

/** A failure is an answer that the model can read and learn from, not an error of the protocol. */
async function runTool({ tools, offered, call, request }: RunningTools, name: string, given: unknown) {
  try {
    const tool = offered.find((one) => one.name === name)
    if (tool === undefined) throw refuseTool(tools, offered, name)
    const problem = findArgumentProblem(tool.input, given)
    if (problem !== null) throw new ApiError('BAD_USER_INPUT', problem)
    return toContent(await tool.run((given ?? {}) as Readonly<Record<string, unknown>>, call))
  } catch (error) {
    const { message, extensions } = toErrorResponse(error, request.log)
    return { ...toContent({ error: message, ...extensions }), isError: true }
  }
}

function refuseTool(tools: readonly Tool[], offered: readonly Tool[], name: string): ApiError {
  if (tools.some((one) => one.name === name)) return new ApiError('FORBIDDEN', tokenTexts.readsOnly)
  const names = offered.map((one) => one.name).join(', ')
  return new ApiError('NOT_FOUND', toolTexts.errors.unknownTool(name, names))
}

const toContent = (answer: object) => ({ content: [{ type: 'text' as const, text: JSON.stringify(answer) }] })
