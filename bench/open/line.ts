import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createLink, type Link } from './link.ts'
import { readRequest, type Traffic } from './traffic.ts'

const bitsPerSecond = 10_000_000
const pieceBytes = 4_096

export interface Line {
  readonly port: number
  setRoundTrip(ms: number): void
  /** Returns what has passed since the last call. */
  takeTraffic(): Traffic
  stop(): void
}

const clock = (): number => performance.timeOrigin + performance.now()

/**
 * A slow line in front of a server on loopback: half of the round trip each way, 10 Mbit/s shared by all connections,
 * and one more round trip for opening a connection. Slow start and lost packets are not imitated.
 */
export async function openLine(serverPort: number): Promise<Line> {
  let roundTrip = 0
  let traffic = newTraffic()
  const [down, up] = [createFlow(), createFlow()]
  const open = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const openedAt = clock() + roundTrip
    const halfWay = () => roundTrip / 2
    forward(
      near,
      far,
      up,
      () => Math.max(0, openedAt - clock()) + halfWay(),
      (piece) => {
        const name = readRequest(piece)
        if (name !== undefined) traffic.requests.push({ at: clock(), name })
      },
    )
    forward(
      far,
      near,
      down,
      halfWay,
      () => undefined,
      (bytes) => traffic.received.push({ at: clock(), bytes }),
    )
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    setRoundTrip: (ms) => (roundTrip = ms),
    takeTraffic() {
      const taken = traffic
      traffic = newTraffic()
      return taken
    },
    stop() {
      for (const socket of open) socket.destroy()
      listener.close()
    },
  }
}

const newTraffic = () => ({
  requests: [] as { at: number; name: string }[],
  received: [] as { at: number; bytes: number }[],
})

interface Flow {
  readonly link: Link
  wake(): void
}

function createFlow(): Flow {
  const link = createLink(bitsPerSecond)
  let timer: NodeJS.Timeout | undefined
  const wake = (): void => {
    clearTimeout(timer)
    const next = link.advance(clock())
    if (next !== null) timer = setTimeout(wake, Math.max(0, next - clock()))
  }
  return { link, wake }
}

/** Sends pieces over the link and then lets each travel; the end of a connection follows its last piece. */
function forward(
  from: Socket,
  to: Socket,
  { link, wake }: Flow,
  travelMs: () => number,
  onSent: (piece: Buffer) => void,
  onDelivered: (bytes: number) => void = () => undefined,
): void {
  let last = Promise.resolve()
  const travel = (arrive: () => void): void => {
    const ms = travelMs()
    const travelled = ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : Promise.resolve()
    last = Promise.all([last, travelled]).then(arrive)
  }
  const send = (bytes: number, arrive: () => void): void => {
    link.send(from, { bytes, deliver: () => travel(arrive) })
    wake()
  }
  from.on('data', (chunk: Buffer) => {
    onSent(chunk)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      send(piece.length, () => {
        onDelivered(piece.length)
        if (!to.destroyed) to.write(piece)
      })
    }
  })
  from.on('end', () => send(0, () => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', (hadError) => {
    if (hadError) to.destroy()
  })
}
