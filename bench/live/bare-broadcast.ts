// The limit that the product is compared with: the same bytes to as many sockets, and nothing else.
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { now } from './receipts.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('listening', () => process.send?.({ answer: (server.address() as AddressInfo).port }))

/** Sends one message; the answer is the moment before the first send. */
process.on('message', ({ text }: { readonly text: string }) => {
  const bytes = Buffer.from(text)
  const at = now()
  for (const client of server.clients) client.send(bytes, { binary: false })
  process.send?.({ answer: at })
})
process.on('disconnect', () => process.exit(0))
