import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createTrustedProxies, isLocalCaller } from './client-address.ts'

function requestFrom(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers: { host: 'localhost:3000', ...headers } })
}

describe('Client address', () => {
  const proxies = createTrustedProxies(['10.0.0.0/8', '::1', '2001:db8::/32'])
  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['2001:db8::5', '2001:db9::1', '2001:db9:0:0::/64'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', 'garbage', 'garbage'],
  ])('%s with forwarded %s is %s', (remote, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(proxies.getClientAddress(requestFrom(remote, headers))).toBe(address)
  })

  it('uses the address of the socket if no proxy is trusted', () => {
    expect(createTrustedProxies([]).getClientAddress(requestFrom('127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }))).toBe(
      '127.0.0.1',
    )
  })
})

describe('Local caller', () => {
  it.each([
    ['127.0.0.1', {}, true],
    ['::1', { host: '[::1]:3000' }, true],
    ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
    ['10.0.0.1', {}, false],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['127.0.0.1', { via: '1.1 proxy' }, false],
    ['127.0.0.1', { host: 'evil.example:3000' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
  ])('%s with headers %j is local: %s', (remote, headers, isLocal) => {
    expect(isLocalCaller(requestFrom(remote, headers as Record<string, string>))).toBe(isLocal)
  })
})
