import { createSelfSignedCertificate } from '@espalier/stand-ins/self-signed-certificate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../testing/webhook-world.ts'
import { findUrlFault, guardedPost } from './guarded-post.ts'

const certificate = createSelfSignedCertificate('hooks.example')
let plain: Receiver
let secure: Receiver
beforeAll(async () => {
  plain = await startReceiver()
  secure = await startReceiver(certificate)
})
afterAll(async () => {
  await plain.close()
  await secure.close()
})

const loopback = async () => [{ address: '127.0.0.1', family: 4 }]
const mixed = async () => [{ address: '8.8.8.8', family: 4 }, ...(await loopback())]
const rules = { allowHosts: [], waitMs: 20_000, resolve: loopback }
const message = { body: '{}', headers: { 'content-type': 'application/json' } }
const getSecureUrl = (): string => secure.url.replace('127.0.0.1', 'hooks.example')

describe('A guarded post', () => {
  it('reaches a private host only where the operator allows it, over plain HTTP as well', async () => {
    const { host } = new URL(plain.url)
    expect(await guardedPost(plain.url, message, rules)).toEqual({ status: null, problem: 'address' })
    expect(plain.received).toHaveLength(0)
    for (const allowed of [host, '127.0.0.1']) {
      expect(await guardedPost(plain.url, message, { ...rules, allowHosts: [allowed] })).toMatchObject({ status: 200 })
    }
    expect(plain.received).toHaveLength(2)
    const other = { ...rules, allowHosts: ['127.0.0.1:1'] }
    expect(await guardedPost(plain.url, message, other)).toMatchObject({ problem: 'address' })
  })

  it('connects to no private address behind a public name, nor where only one of its addresses is private', async () => {
    for (const resolve of [loopback, mixed]) {
      const outcome = await guardedPost(getSecureUrl(), message, { ...rules, resolve, ca: certificate.cert })
      expect(outcome).toEqual({ status: null, problem: 'address' })
    }
    expect(secure.received).toHaveLength(0)
  })

  it('requires a certificate of a trusted authority for the name of the host', async () => {
    const allowed = { ...rules, allowHosts: ['hooks.example', 'other.example'] }
    expect(await guardedPost(getSecureUrl(), message, allowed)).toEqual({ status: null, problem: 'certificate' })
    const other = getSecureUrl().replace('hooks.', 'other.')
    const trusting = { ...allowed, ca: certificate.cert }
    expect(await guardedPost(other, message, trusting)).toEqual({ status: null, problem: 'certificate' })
    expect(secure.received).toHaveLength(0)
    expect(await guardedPost(getSecureUrl(), message, trusting)).toEqual({ status: 200, problem: null })
  })

  it.each([
    ['https://hooks.example/x', null],
    ['https://8.8.8.8/x', null],
    ['http://hooks.example/x', 'plain'],
    ['http://allowed.example/x', null],
    ['http://allowed.example:8080/x', null],
    ['http://port.example:8080/x', null],
    ['http://port.example/x', 'plain'],
    ['https://name@hooks.example/x', 'password'],
    ['https://name@allowed.example/x', 'password'],
    ['https://127.0.0.1/x', 'private'],
    ['https://2130706433/x', 'private'],
    ['https://0x7f.1/x', 'private'],
    ['https://[::1]/x', 'private'],
    ['https://[::ffff:127.0.0.1]/x', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['file:///etc/passwd', 'invalid'],
    ['hooks.example', 'invalid'],
  ])('finds the fault of %s: %s', (address, fault) => {
    expect(findUrlFault(address, ['allowed.example', 'port.example:8080'])).toBe(fault)
  })
})
