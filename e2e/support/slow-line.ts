import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { findFreePort } from '@espalier/stand-ins/redis-server.ts'

/** A line to a server on which everything takes a random time, so that requests overtake each other. */
export interface SlowLine {
  readonly url: string
  /** The port at the far end, where a server has to listen. */
  readonly serverPort: number
  stop(): Promise<void>
}

/**
 * Journeys that read something before it has arrived pass on a fast machine and fail on a busy one. With a line like
 * this they fail always: `LINE_DELAY=300 npm run e2e`.
 */
export async function openSlowLine(maxDelay: number): Promise<SlowLine> {
  const serverPort = await findFreePort()
  const open = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true })
    forward(near, far, maxDelay)
    forward(far, near, maxDelay)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `http://localhost:${(listener.address() as AddressInfo).port}`,
    serverPort,
    async stop() {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Keeps the order of what one connection sends: each piece waits for the one before it and then for its own delay. */
function forward(from: Socket, to: Socket, maxDelay: number): void {
  let last = Promise.resolve()
  const later = (act: () => void): void => {
    const delay = Math.random() * maxDelay
    last = Promise.all([last, new Promise((resolve) => setTimeout(resolve, delay))]).then(act)
  }
  from.on('data', (piece) => later(() => to.write(piece)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', (hadError) => {
    if (hadError) to.destroy()
  })
}
