import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

/** One request as the stand-in saw it. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly accept: string | undefined
  readonly contentType: string | undefined
  readonly body: unknown
}

export interface ScriptedReply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type ReplyScript = ScriptedReply | ((seen: RecordedRequest) => ScriptedReply)

export interface IdentityStandIn {
  /** Its BASE. */
  readonly base: string
  readonly requests: readonly RecordedRequest[]
  /** Answers for one route, used in turn; the last one stays. */
  on(route: string, ...scripts: readonly ReplyScript[]): void
  requestsTo(route: string): readonly RecordedRequest[]
  close(): Promise<void>
}

/** An HTTP server that answers with the identity protocol's shapes, as scripted. What is not scripted answers 404. */
export async function startIdentityStandIn(): Promise<IdentityStandIn> {
  const seen: RecordedRequest[] = []
  const scripts = new Map<string, ReplyScript[]>()
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    const one = await readRequest(request)
    seen.push(one)
    const left = scripts.get(`${one.method} ${one.path}`) ?? [unknownRoute]
    const script = (left.length > 1 ? left.shift() : left[0]) ?? unknownRoute
    const { status, body, headers = {} } = typeof script === 'function' ? script(one) : script
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}/identity`,
    requests: seen,
    on: (route, ...next) => void scripts.set(route, [...next]),
    requestsTo: (route) => seen.filter((one) => `${one.method} ${one.path}` === route),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const unknownRoute: ScriptedReply = {
  status: 404,
  body: { error: { code: 404, status: 'Not Found', message: 'The requested resource could not be found' } },
}

async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const url = new URL(request.url ?? '/', 'http://stand.in')
  const body = await text(request)
  return {
    method: request.method ?? 'GET',
    path: url.pathname.replace('/identity', ''),
    query: Object.fromEntries(url.searchParams),
    accept: request.headers.accept,
    contentType: request.headers['content-type'],
    body: body === '' ? undefined : JSON.parse(body),
  }
}
