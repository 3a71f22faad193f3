import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

import { readBodyBytes } from '../../outgoing/read-answer.ts'
import type { JiraHost } from './destination.ts'

export interface JiraHttpRequest {
  readonly method: string
  /** Below the site's base, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface JiraHttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const maxBodyBytes = 5 * 1024 * 1024

/** One question and its answer, over connections that are kept. It follows no redirect. */
export type HttpExchange = (asked: JiraHttpRequest) => Promise<JiraHttpResponse>

export interface JiraConnection {
  readonly request: HttpExchange
  close(): void
}

export function openJiraConnection(
  { base, lookup }: JiraHost,
  { ca }: { readonly ca?: string | undefined } = {},
): JiraConnection {
  const isSecure = base.startsWith('https:')
  const kept = { keepAlive: true, keepAliveMsecs: 10_000, maxFreeSockets: 4, timeout: 15_000 }
  const agent = isSecure ? new HttpsAgent({ ...kept, ...(ca !== undefined && { ca }) }) : new HttpAgent(kept)
  const send = isSecure ? requestHttps : requestHttp
  return {
    close: () => agent.destroy(),
    request: ({ method, path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const sent = send(
          `${base}${path}`,
          { method, agent, signal, headers: { ...headers, ...length }, ...(lookup !== undefined && { lookup }) },
          (answer) => void readHttpResponse(answer).then(resolve, reject),
        )
        sent.once('error', reject)
        sent.end(body)
      }),
  }
}

const readHttpResponse = async (answer: IncomingMessage): Promise<JiraHttpResponse> => ({
  status: answer.statusCode ?? 0,
  headers: answer.headers,
  body: (await readBodyBytes(answer, maxBodyBytes)).toString('utf8'),
})
