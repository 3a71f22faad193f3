import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The behavior of the stand-in for one request. */
export type AiBehavior =
  /** Streams the text as events in pieces of this many characters. */
  | { readonly kind: 'stream'; readonly text: string; readonly pieceLength?: number; readonly end?: string }
  /** Answers at once with one JSON text. */
  | { readonly kind: 'whole'; readonly text: string; readonly end?: string }
  | { readonly kind: 'status'; readonly status: number; readonly message?: string; readonly retryAfter?: string }
  /** Breaks the connection after this many characters of the text. */
  | { readonly kind: 'cut'; readonly text: string; readonly after: number }
  /** Stops sending after this many characters and keeps the connection open. */
  | { readonly kind: 'silent'; readonly text: string; readonly after: number }
  /** Sends exactly these bytes. */
  | { readonly kind: 'raw'; readonly type: string; readonly body: string }
  /** Sends an error in the middle of the stream. */
  | { readonly kind: 'trouble'; readonly text: string; readonly message: string }

export interface AiRequest {
  readonly protocol: 'openai' | 'anthropic'
  readonly body: Readonly<Record<string, unknown>>
}

export interface AiService {
  readonly url: string
  readonly key: string
  readonly requests: readonly AiRequest[]
  /** Sets the behavior from now on: one per request, the last one for all that follow. */
  behave(...manners: readonly AiBehavior[]): void
  /** Refuses requests with these fields with 400. */
  rejectFields(...fields: readonly string[]): void
  close(): Promise<void>
}

const standInApiKey = 'sk-stand-in-0123456789abcdef'

export const buildChildrenAnswer = (...titles: readonly string[]): string =>
  JSON.stringify({ children: titles.map((title) => ({ title, description: `About ${title}` })) })

/** An AI service that supports both protocols as their vendors document them. */
export async function startAiService(): Promise<AiService> {
  const requests: AiRequest[] = []
  let behaviors: readonly AiBehavior[] = [{ kind: 'stream', text: buildChildrenAnswer('One', 'Two') }]
  let unknown: readonly string[] = []
  const server = createServer((request, response) => {
    void readJsonBody(request).then((body) => {
      const protocol = request.url === '/v1/chat/completions' ? 'openai' : 'anthropic'
      const refusal = findRefusal(request, protocol, body, unknown)
      if (refusal !== null) return sendRefusal(response, protocol, refusal)
      requests.push({ protocol, body })
      const [behavior] = behaviors
      if (behaviors.length > 1) behaviors = behaviors.slice(1)
      if (behavior !== undefined) performBehavior(response, protocol, behavior)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key: standInApiKey,
    requests,
    behave(...next) {
      behaviors = next
    },
    rejectFields(...fields) {
      unknown = fields
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Record<string, unknown>
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly retryAfter?: string
}

function findRefusal(
  { url, headers, method }: IncomingMessage,
  protocol: AiRequest['protocol'],
  body: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
): Refusal | null {
  if (method !== 'POST' || (url !== '/v1/chat/completions' && url !== '/v1/messages')) {
    return { status: 404, message: 'No such path' }
  }
  const isKnown =
    protocol === 'openai' ? headers.authorization === `Bearer ${standInApiKey}` : headers['x-api-key'] === standInApiKey
  if (!isKnown) return { status: 401, message: `Incorrect API key provided: ${standInApiKey}` }
  if (protocol === 'anthropic' && headers['anthropic-version'] !== '2023-06-01') {
    return { status: 400, message: 'anthropic-version: header is required' }
  }
  const texts = JSON.stringify(body)
  const field = unknown.find((name) => name in body || texts.includes(`"${name}"`))
  if (field === undefined) return null
  const hint = field === 'max_tokens' ? " Use 'max_completion_tokens' instead." : ''
  return { status: 400, message: `Unsupported parameter: '${field}'.${hint}` }
}

function sendRefusal(
  response: ServerResponse,
  protocol: AiRequest['protocol'],
  { status, message, retryAfter }: Refusal,
) {
  const headers = { 'content-type': 'application/json', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) }
  const error = { type: 'some_error', message }
  response.writeHead(status, headers)
  response.end(JSON.stringify(protocol === 'openai' ? { error } : { type: 'error', error }))
}

function performBehavior(response: ServerResponse, protocol: AiRequest['protocol'], behavior: AiBehavior): void {
  const protocolWriter = protocolWriters[protocol]
  switch (behavior.kind) {
    case 'status':
      return sendRefusal(response, protocol, { message: '', ...behavior })
    case 'raw':
      response.writeHead(200, { 'content-type': behavior.type })
      return void response.end(behavior.body)
    case 'whole':
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(protocolWriter.whole(behavior.text, behavior.end))
    default:
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      return sendStream(response, protocolWriter, behavior)
  }
}

function sendStream(
  response: ServerResponse,
  protocolWriter: ProtocolWriter,
  behavior: Extract<AiBehavior, { kind: 'stream' | 'cut' | 'silent' | 'trouble' }>,
): void {
  const text = 'after' in behavior ? behavior.text.slice(0, behavior.after) : behavior.text
  const length = behavior.kind === 'stream' ? (behavior.pieceLength ?? 7) : 7
  response.write(protocolWriter.begin)
  for (let at = 0; at < text.length; at += length) response.write(protocolWriter.piece(text.slice(at, at + length)))
  if (behavior.kind === 'stream') response.end(protocolWriter.end(behavior.end))
  if (behavior.kind === 'trouble') response.end(protocolWriter.trouble(behavior.message))
  // The written text is sent before the connection breaks.
  if (behavior.kind === 'cut') response.write(': still here\n\n', () => setImmediate(() => response.destroy()))
}

interface ProtocolWriter {
  readonly begin: string
  piece(text: string): string
  end(reason?: string): string
  trouble(message: string): string
  whole(text: string, reason?: string): string
}

const formatEvent = (body: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(body)}\n\n`

const protocolWriters: Readonly<Record<AiRequest['protocol'], ProtocolWriter>> = {
  openai: {
    begin: `: hello\r\n\r\n${formatEvent({ choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] })}`,
    piece: (content) => formatEvent({ choices: [{ delta: { content }, finish_reason: null }] }),
    end: (reason = 'stop') => `${formatEvent({ choices: [{ delta: {}, finish_reason: reason }] })}data: [DONE]\n\n`,
    trouble: (message) => formatEvent({ error: { message } }),
    whole: (content, reason = 'stop') => JSON.stringify({ choices: [{ message: { content }, finish_reason: reason }] }),
  },
  anthropic: {
    begin:
      formatEvent({ type: 'message_start', message: { content: [] } }, 'message_start') +
      formatEvent(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        'content_block_start',
      ) +
      formatEvent({ type: 'ping' }, 'ping'),
    piece: (text) =>
      formatEvent(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
        'content_block_delta',
      ),
    end: (reason = 'end_turn') =>
      formatEvent({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
      formatEvent({ type: 'message_delta', delta: { stop_reason: reason } }, 'message_delta') +
      formatEvent({ type: 'message_stop' }, 'message_stop'),
    trouble: (message) => formatEvent({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
    whole: (text, reason = 'end_turn') =>
      JSON.stringify({ type: 'message', content: [{ type: 'text', text }], stop_reason: reason }),
  },
}
