import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guardedGet } from './guarded-get.ts'

let server: Server
let port: number
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/never') return
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/here' }).end()
    else if (request.url === '/long') response.end('x'.repeat(2_000))
    else response.end('here')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

// The timeout suits a busy machine; only the test of the timeout itself uses less.
const rules = { waitMs: 20_000, mostBytes: 1_000, accept: '*/*' }
const trusting = { ...rules, allowsPlain: true, isAllowed: () => true }
const loopback = async () => [{ address: '127.0.0.1', family: 4 }]
const mixed = async () => [{ address: '8.8.8.8', family: 4 }, ...(await loopback())]
const trustfully = (path: string, more = {}) =>
  guardedGet(`http://localhost:${port}${path}`, { ...trusting, resolve: loopback, ...more })
const get = (address: string, resolve = loopback) => guardedGet(address, { ...rules, allowsPlain: true, resolve })

it('returns the content and follows no redirect', async () => {
  expect(await trustfully('/')).toEqual({ status: 200, bytes: Buffer.from('here') })
  expect((await trustfully('/elsewhere')).status).toBe(302)
  await expect(trustfully('/long')).rejects.toThrow('too long')
  await expect(trustfully('/never', { waitMs: 100 })).rejects.toThrow(/timeout|abort/i)
  expect(asked).not.toContain('/here')
})

it('requests no internal host, whatever its name', async () => {
  const before = asked.length
  await expect(get(`http://pictures.example:${port}/x`)).rejects.toThrow('open internet')
  await expect(get(`http://pictures.example:${port}/x`, mixed)).rejects.toThrow('open internet')
  expect(asked.length).toBe(before)
})

it.each([
  'http://pictures.example/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://pictures.example:8443/x',
  'https://user:secret@pictures.example/x',
  'file:///etc/passwd',
])('refuses to request %s', async (address) => {
  await expect(guardedGet(address, { ...rules, resolve: loopback })).rejects.toThrow()
})
