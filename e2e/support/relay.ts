import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to a server that can be cut. */
export interface Relay {
  readonly url: string
  /** Both ends lose it at once, and nobody gets through until it is restored. */
  cut(): void
  restore(): void
  stop(): Promise<void>
}

export async function openRelay(target: string): Promise<Relay> {
  const port = Number(new URL(target).port)
  const ends = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket, other: () => Socket): void => {
    ends.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      ends.delete(socket)
      other().destroy()
    })
  }
  const listener = createServer((near) => {
    if (isCut) {
      near.on('error', () => undefined)
      near.resetAndDestroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    track(near, () => far)
    track(far, () => near)
    near.pipe(far)
    far.pipe(near)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const cut = (): void => {
    isCut = true
    for (const end of ends) end.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut,
    restore: () => void (isCut = false),
    async stop() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
