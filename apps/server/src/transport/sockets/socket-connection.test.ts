import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { apiLimits } from '../../api/limits.ts'
import { createLiveText } from '../../api/live-feed.ts'
import { createSocketSender, type SocketSender } from './socket-connection.ts'

let server: WebSocketServer
let reader: WebSocket
let peer: WebSocket
let outgoing: SocketSender

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[opened]] = (await Promise.all([once(server, 'connection'), once(reader, 'open')])) as [[WebSocket], unknown]
  peer = opened
  outgoing = createSocketSender(peer)
})
afterEach(() => {
  reader.terminate()
  server.close()
})

const prefix = '{"id":"1","type":"next","payload":'
const { unsentEventBytes, unsentBytes, sharedFromCharacters } = apiLimits.sockets
const createText = (characters: number) => createLiveText(JSON.stringify({ data: 'ä'.repeat(characters) }))

it.each([10, sharedFromCharacters * 2])('delivers a text of %i characters as one message', async (characters) => {
  const arrived = once(reader, 'message')
  expect(outgoing.deliver(prefix, createText(characters))).toBe(true)
  const [bytes, isBinary] = (await arrived) as [Buffer, boolean]
  expect(isBinary).toBe(false)
  expect(JSON.parse(String(bytes))).toEqual({
    id: '1',
    type: 'next',
    payload: { data: 'ä'.repeat(characters) },
  })
})

/** Delivers until it is refused. */
function fill(text: ReturnType<typeof createLiveText>): number {
  let count = 0
  while (outgoing.deliver(prefix, text) && count < 100_000) count += 1
  return count
}

it('closes a stalled reader at the limit and tells it to reconnect', async () => {
  reader.pause()
  const closed = once(peer, 'close')
  fill(createText(1_000))
  expect(peer.readyState).toBe(peer.CLOSING)
  expect(peer.bufferedAmount).toBeLessThan(unsentEventBytes + 10_000)
  reader.resume()
  const [code, reason] = (await once(reader, 'close')) as [number, Buffer]
  expect([code, String(reason)]).toEqual([1013, 'Too slow: reconnect and catch up'])
  await closed
  expect(outgoing.deliver(prefix, createText(1))).toBe(false)
})

it('terminates a reader that does not even read the close frame', async () => {
  reader.pause()
  const closed = once(peer, 'close')
  fill(createText(1_000))
  expect((await closed)[0]).toBe(1006)
})

it('stores long texts once for all readers with a separate limit', async () => {
  reader.pause()
  const text = createText(500_000)
  expect(text.bytes()).toBe(text.bytes())
  const count = fill(text)
  expect(count).toBeGreaterThan(unsentEventBytes / text.bytes().length)
  expect(peer.bufferedAmount).toBeLessThan(unsentBytes + 3 * text.bytes().length)
})
