import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Log } from '../../ports/log.ts'
import type { PushResult, PushSender, PushTarget } from '../../ports/push.ts'
import { createGuardedLookup } from '../../reliability/guarded-get.ts'

interface WebPushOptions {
  readonly publicKey: string
  readonly privateKey: string
  /** A mailto: or https: address at which a vendor reaches the operator. */
  readonly subject: string
  readonly log: Pick<Log, 'warn'>
  /** Allows plain HTTP to this machine in tests. */
  readonly allowsPlain?: boolean
}

const waitMs = 10_000
/** A message that a browser does not fetch within a day is old. */
const keptSeconds = 86_400

/** Sends messages as RFC 8030 to 8292 say: encrypted for the browser, signed with the operator's key. */
export function createWebPushSender({ publicKey, privateKey, subject, log, allowsPlain }: WebPushOptions): PushSender {
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      try {
        const url = requirePublicUrl(endpoint, allowsPlain === true)
        // Loaded with the first message, because most servers send none.
        const { default: webPush } = await import('web-push')
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: keptSeconds,
          contentEncoding: 'aes128gcm',
        })
        return readResult(await post(url, headers, body ?? Buffer.alloc(0)))
      } catch (error) {
        log.warn({ err: error }, 'a push message could not be sent')
        return 'failed'
      }
    },
  }
}

/** The address comes from a browser, so it may be anything: it must not reach what only this machine can. */
function requirePublicUrl(endpoint: PushTarget['endpoint'], allowsPlain: boolean): URL {
  const url = new URL(endpoint)
  if (allowsPlain && url.protocol === 'http:') return url
  const isLiteral = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (url.protocol !== 'https:' || url.port !== '' || isLiteral || url.username !== '')
    throw new Error('this address must not be requested')
  return url
}

function post(url: URL, headers: Readonly<Record<string, string | number>>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const isPlain = url.protocol === 'http:'
    const sent = (isPlain ? requestHttp : requestHttps)(
      url,
      {
        method: 'POST',
        agent: false,
        ...(!isPlain && { lookup: createGuardedLookup({}) }),
        signal: AbortSignal.timeout(waitMs),
        headers,
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

function readResult(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  return status === 404 || status === 410 ? 'gone' : 'failed'
}
