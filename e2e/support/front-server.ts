import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { findFreePort } from '@espalier/stand-ins/redis-server.ts'

/** A proxy in front of a server: it can be switched off, and it can deploy other files than the server has. */
export interface FrontServer {
  readonly url: string
  /** The port where the server behind it has to listen. */
  readonly serverPort: number
  /** Sends this text instead of the server's, with the server's headers. A number is a status without a text. */
  replace(path: string, content: string | number): void
  /** Sends what the server has. */
  restore(): void
  setDown(isDown: boolean): void
  stop(): Promise<void>
}

export async function openFrontServer(): Promise<FrontServer> {
  const serverPort = await findFreePort()
  const replaced = new Map<string, string | number>()
  const open = new Set<Duplex>()
  let isDown = false
  const front = createServer((incoming, outgoing) => {
    const content = replaced.get((incoming.url ?? '').split('?', 1)[0] ?? '')
    if (typeof content === 'number') outgoing.writeHead(content).end()
    else forward(incoming, outgoing, serverPort, content ?? null)
  })
  front.on('connection', (socket) => {
    if (isDown) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  front.on('upgrade', (incoming, near: Duplex, head: Buffer) => tunnel(incoming, near, head, serverPort))
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const cut = () => open.forEach((socket) => socket.destroy())
  return {
    url: `http://localhost:${(front.address() as AddressInfo).port}`,
    serverPort,
    replace: (path, content) => void replaced.set(path, content),
    restore: () => replaced.clear(),
    setDown(down) {
      isDown = down
      if (down) cut()
    },
    async stop() {
      cut()
      front.close()
      await once(front, 'close')
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, content: string | null): void {
  const { method, url, headers } = incoming
  // A replaced file has another tag: the server must not answer that nothing has changed.
  const { 'if-none-match': _tag, 'if-modified-since': _since, ...unconditional } = headers
  const passed = content === null ? headers : unconditional
  const far = request({ host: '127.0.0.1', port, method, path: url, headers: passed }, (answer) => {
    if (content === null) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      return
    }
    const { etag: _etag, 'content-length': _length, 'content-encoding': _encoding, ...kept } = answer.headers
    answer.resume()
    outgoing.writeHead(answer.statusCode ?? 502, kept).end(content)
  })
  far.on('error', () => outgoing.destroy())
  outgoing.on('close', () => far.destroy())
  incoming.pipe(far)
}

function tunnel({ method, url, rawHeaders }: IncomingMessage, near: Duplex, head: Buffer, port: number): void {
  const far = connect(port, '127.0.0.1')
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
  far.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  far.write(head)
  near.pipe(far).pipe(near)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}
