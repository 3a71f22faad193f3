import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Api } from '@espalier/schema'
import type { Authenticate } from '../api/viewer.ts'
import { composeAuthentication } from '../app/identity.ts'
import { importRoutes } from '../features/import/import-routes.ts'
import { createTools } from '../features/tools/index.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import { startTestServer, type TestServer } from '../transport/testing/test-server.ts'
import { anonymousViewer, type ProjectServer } from './project-world.ts'

/** A server that programs reach with their tokens, over HTTP, sockets and MCP. */
export interface TokenServer extends TestServer {
  post(path: string, secret: string | null, body: unknown): Promise<Response>
  /** Sends one operation and returns its answer. */
  ask(secret: string, query: string, variables?: object): Promise<TokenAnswer>
  /** Connects the official client. */
  connect(secret: string): Promise<Client>
}

export interface TokenAnswer {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

/** `authenticateSession` says who has a cookie; nobody has one unless it is given. */
export async function startTokenServer(
  world: ProjectServer,
  authenticateSession: Authenticate = async () => anonymousViewer,
): Promise<TokenServer> {
  const { database, writes, slices, tokens } = world
  const authenticate = composeAuthentication({ authenticate: authenticateSession }, tokens)
  const server = await startTestServer({
    slices,
    authenticate,
    tools: createTools({ database, writes }),
    routes: [importRoutes({ database, writes, authenticate, audit: () => {}, rates: null })],
  })
  world.bus.listen((message) => {
    if (message.kind === 'sessions-ended') server.sockets.closeSessions(message.sessionIds)
  })
  const post: TokenServer['post'] = (path, secret, body) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify(body),
    })
  return {
    ...server,
    post,
    ask: async (secret, query, variables = {}) =>
      (await (await post('/graphql', secret, { query, variables })).json()) as TokenAnswer,
    async connect(secret) {
      const client = new Client({ name: 'test', version: '1.0.0' })
      const requestInit = { headers: { authorization: `Bearer ${secret}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
      return client
    },
  }
}

/** Calls a tool and reads the JSON of its answer. */
export async function callTool<Answer>(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const { content } = (await client.callTool({ name, arguments: args })) as {
    content: { type: string; text: string }[]
  }
  return JSON.parse(content[0]?.text ?? '') as Answer
}

export const createToken = async (world: ProjectServer, viewer: SignedInViewer, data: Partial<Api.AccessTokenInput>) =>
  world.tokens.create(viewer, { name: 'Robot', role: 'editor', ...data })
