import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FlowKind } from '../api/identity/identity-client.ts'

/** One request as the stand-in received it. */
interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly accept: string | undefined
  readonly contentType: string | undefined
  readonly body: unknown
}

interface ScriptedReply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type ReplyScript = ScriptedReply | ((seen: RecordedRequest) => ScriptedReply)

export interface IdentityStandIn {
  /** The base URL. */
  readonly base: string
  readonly requests: readonly RecordedRequest[]
  /** Answers for one route, used in turn; the last one stays. */
  on(route: string, ...scripts: readonly ReplyScript[]): void
  requestsTo(route: string): readonly RecordedRequest[]
  close(): Promise<void>
}

/** An HTTP server that answers with scripted bodies of the identity protocol. Unscripted routes answer 404. */
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

interface FlowMessageBody {
  readonly id: number
  readonly text: string
  readonly type: 'info' | 'error' | 'success'
}

interface FlowBodyParts {
  readonly id?: string
  readonly nodes?: readonly object[]
  readonly messages?: readonly FlowMessageBody[]
  readonly requestUrl?: string
  readonly extra?: object
}

/** A flow body as the service writes it. */
export function flowBody(base: string, kind: FlowKind, parts: FlowBodyParts = {}) {
  const id = parts.id ?? `${kind}-flow`
  return {
    id,
    type: 'browser',
    organization_id: null,
    expires_at: '2026-01-01T01:00:00Z',
    issued_at: '2026-01-01T00:00:00Z',
    request_url: parts.requestUrl ?? `${base}/self-service/${kind}/browser`,
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    ui: {
      action: `${base}/self-service/${kind}?flow=${id}`,
      method: 'POST',
      nodes: [
        inputNodeBody('default', 'csrf_token', { type: 'hidden', value: `csrf-of-${id}` }),
        ...(parts.nodes ?? []),
      ],
      ...(parts.messages ? { messages: parts.messages } : {}),
    },
    ...parts.extra,
  }
}

export const inputNodeBody = (
  group: string,
  name: string,
  attributes: object = {},
  messages: readonly FlowMessageBody[] = [],
) => ({
  type: 'input',
  group,
  attributes: { name, type: 'text', disabled: false, node_type: 'input', ...attributes },
  messages,
  meta: {},
})

export const providerNodeBody = (
  name: 'provider' | 'link' | 'unlink',
  labelId: number,
  id = 'google',
  label = 'Google',
) => ({
  ...inputNodeBody('oidc', name, { type: 'submit', value: id }),
  meta: { label: { id: labelId, text: label, type: 'info', context: { provider: label, provider_id: id } } },
})

export const errorMessage = (id: number, text: string): FlowMessageBody => ({ id, text, type: 'error' })

export const errorReply = (code: number, status: string, id: string | null, extra: object = {}) => ({
  status: code,
  body: { error: { ...(id === null ? {} : { id }), code, status, message: `${status}, in short` }, ...extra },
})

export const sessionBody = (traits: object = {}, metadata: object | null = null) => ({
  id: 'session-1',
  active: true,
  identity: { id: 'person-1', schema_id: 'default', state: 'active', traits, metadata_public: metadata },
})
