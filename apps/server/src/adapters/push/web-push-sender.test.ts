import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createWebPushSender } from './web-push-sender.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const keys = webPush.generateVAPIDKeys()
const browser = createECDH('prime256v1')
browser.generateKeys()
const secrets = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }

let service: Server
let received: Received[]
let status: number

beforeEach(async () => {
  received = []
  status = 201
  service = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) })
      reply.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => service.close(resolve)))

const getOrigin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const createSender = (allowsPlain = true) =>
  createWebPushSender({ ...keys, subject: 'mailto:admin@example.com', log: createRecordedLog(), allowsPlain })
const send = (endpoint = `${getOrigin()}/x`, allowsPlain = true) =>
  createSender(allowsPlain).send({ endpoint, ...secrets }, 'a secret sentence')

describe('The sender of push messages', () => {
  it('encrypts the message for the browser and signs it with the key of the operator', async () => {
    expect(await send()).toBe('sent')
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = received
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    expect(body.includes('a secret sentence')).toBe(false)
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
    expect(key).toBe(keys.publicKey)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({ aud: getOrigin(), sub: 'mailto:admin@example.com' })
  })

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [301, 'failed'],
  ])('reads the status %i as %s', async (given, result) => {
    status = given
    expect(await send()).toBe(result)
  })

  it.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://push.example.com:8443/x',
    'https://user@push.example.com/x',
    'ftp://push.example.com/x',
    'nothing',
  ])('sends nothing to %s', async (endpoint) => {
    expect(await send(endpoint, false)).toBe('failed')
    expect(received).toEqual([])
  })

  it('sends nothing without encryption outside of tests', async () => {
    expect(await send(undefined, false)).toBe('failed')
    expect(received).toEqual([])
  })
})
