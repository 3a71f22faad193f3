import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

import { readAnswer } from '../../outgoing/read-answer.ts'
import type { Destination } from './destination.ts'

export interface Asked {
  readonly method: string
  /** Below the site's base, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface Told {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const longestBody = 5 * 1024 * 1024

/** One question and its answer, over connections that are kept. It follows no redirect. */
export type Exchange = (asked: Asked) => Promise<Told>

export interface OpenExchange {
  readonly exchange: Exchange
  close(): void
}

export function openExchange(
  { base, lookup }: Destination,
  { ca }: { readonly ca?: string | undefined } = {},
): OpenExchange {
  const isSecure = base.startsWith('https:')
  const kept = { keepAlive: true, keepAliveMsecs: 10_000, maxFreeSockets: 4, timeout: 15_000 }
  const agent = isSecure ? new HttpsAgent({ ...kept, ...(ca !== undefined && { ca }) }) : new HttpAgent(kept)
  const send = isSecure ? requestHttps : requestHttp
  return {
    close: () => agent.destroy(),
    exchange: ({ method, path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const sent = send(
          `${base}${path}`,
          { method, agent, signal, headers: { ...headers, ...length }, ...(lookup !== undefined && { lookup }) },
          (answer) => void told(answer).then(resolve, reject),
        )
        sent.once('error', reject)
        sent.end(body)
      }),
  }
}

const told = async (answer: IncomingMessage): Promise<Told> => ({
  status: answer.statusCode ?? 0,
  headers: answer.headers,
  body: (await readAnswer(answer, longestBody)).toString('utf8'),
})
