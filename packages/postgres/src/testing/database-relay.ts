import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { type DatabaseConnection, formatConnectionString } from '../connection/pool.ts'

/** A TCP relay to a database that can be made silent: connections stay open, but nothing passes. */
export interface DatabaseRelay {
  readonly connection: DatabaseConnection
  readonly connectionString: string
  /** Drops everything in both directions, also on new connections. */
  silence(): void
  /** Ends the silenced connections, as a router does that has forgotten them; new ones pass. */
  restore(): void
  /** Closes all connections; new ones are refused until it is mended. */
  cut(): void
  stop(): Promise<void>
}

type State = 'open' | 'silent' | 'cut'

export async function openDatabaseRelay(target: DatabaseConnection): Promise<DatabaseRelay> {
  const sockets = new Set<Socket>()
  let state: State = 'open'
  const track = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => state === 'open' && other.write(bytes))
    socket.once('end', () => state === 'open' && other.end())
    socket.once('close', () => {
      sockets.delete(socket)
      if (state !== 'silent') other.destroy()
    })
  }
  const listener = createServer((clientSocket) => {
    clientSocket.on('error', () => undefined)
    if (state === 'cut') return void clientSocket.resetAndDestroy()
    if (state === 'silent') {
      sockets.add(clientSocket)
      clientSocket.resume()
      return
    }
    const { host, port } = target
    const serverSocket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    track(clientSocket, serverSocket)
    track(serverSocket, clientSocket)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const { port } = listener.address() as AddressInfo
  const connection: DatabaseConnection = { ...target, host: '127.0.0.1', port }
  return {
    connection,
    connectionString: formatConnectionString(connection),
    silence: () => void (state = 'silent'),
    restore() {
      if (state === 'silent') closeAll()
      state = 'open'
    },
    cut() {
      state = 'cut'
      closeAll()
    },
    async stop() {
      state = 'cut'
      closeAll()
      listener.close()
      await once(listener, 'close')
    },
  }
}
