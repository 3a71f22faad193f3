import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Slice } from '../api/slice.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from '../features/mail/index.ts'
import {
  createSwitchedOffMails,
  createWebhooks,
  createWebhookSender,
  type WebhookSender,
  webhooksSlice,
} from '../features/webhooks/index.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import type { GuardedPostRules } from '../reliability/guarded-post.ts'
import { createSealing } from '../security/cryptography.ts'

export interface TestWebhooks {
  readonly slice: Slice
  /** Sends only when a test asks for it. */
  readonly sender: WebhookSender
  /** Which receivers are reached; by default those on the loopback address. */
  readonly posting: Partial<GuardedPostRules> | undefined
}

interface TestWebhookParts {
  readonly database: Database
  readonly mailer: Mailer
  readonly log: Log
  readonly audit: Audit
  readonly rates: Rates | null
  readonly now: () => Date
  readonly posting: TestWebhooks['posting']
  /** The current one comes first. */
  readonly secrets?: readonly string[]
}

const getTestWebUrl = () => 'https://espalier.example'
export const testSecret = 'a secret of the tests, long enough'

export function composeTestWebhooks({
  mailer,
  posting,
  secrets = [testSecret],
  ...parts
}: TestWebhookParts): TestWebhooks {
  const options = {
    ...parts,
    sealing: createSealing(secrets),
    rules: { allowHosts: ['127.0.0.1'], waitMs: 20_000, ...posting },
  }
  const onSwitchedOff = createSwitchedOffMails({ mailer, productName: 'Espalier', webUrl: getTestWebUrl })
  return {
    slice: webhooksSlice(createWebhooks(options)),
    sender: createWebhookSender({ ...options, onSwitchedOff }),
    posting,
  }
}

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  /** The requests that have arrived, in order. */
  readonly received: Received[]
  /** Answers with this status from now on; null: never. */
  status: number | null
  /** Decides by the body, if it is set. */
  decide: ((body: string) => number) | null
  close(): Promise<void>
}

/** A receiver of webhooks on the loopback address. With a certificate it speaks HTTPS. */
export async function startReceiver(
  tls: { readonly key: string; readonly cert: string } | null = null,
): Promise<Receiver> {
  const received: Received[] = []
  const receive: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, body })
      const status = receiver.decide?.(body) ?? receiver.status
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end('thanks')
    })
  }
  const server = tls === null ? createServer(receive) : createTlsServer(tls, receive)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    received,
    status: 200,
    decide: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
