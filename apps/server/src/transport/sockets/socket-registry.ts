import { apiLimits } from '../../api/limits.ts'
import { requestTexts } from '../../texts/requests.ts'

/** The data about an open socket that the registry needs. */
export interface RegisteredSocket {
  readonly address: string
  /** Null if it is anonymous. */
  readonly personId: string | null
  readonly sessionId: string | null
  close(code: number, reason: string): void
}

/** The sockets that are connected to this server. */
export interface SocketRegistry {
  /** Closes the sockets of ended sessions, including those that are just being opened. */
  closeSessions(sessionIds: readonly string[]): void
  /** The sessions that have sockets here. */
  sessionIds(): readonly string[]
  closeAll(code: number, reason: string): void
  /** Returns false if the address or the person has too many already. */
  hasRoomFor(socket: Pick<RegisteredSocket, 'address' | 'personId'>): boolean
  /** Returns false if the session ended meanwhile. */
  add(socket: RegisteredSocket): boolean
  remove(socket: RegisteredSocket): void
  readonly size: number
}

export const sessionEndedClose = { code: 4401, reason: requestTexts.socket.sessionEnded } as const

// Longer than any handshake may take: a session that ends during one must not be missed.
const endedMemoryMs = 60_000

export function createSocketRegistry(options: {
  readonly hasLimits: boolean
  readonly now?: () => number
}): SocketRegistry {
  const { hasLimits, now = Date.now } = options
  const { perAddress, perPerson } = apiLimits.sockets
  const sockets = new Set<RegisteredSocket>()
  const ended = new Map<string, number>()

  // Maintained as sockets come and go: counting five thousand at each new one would block the others.
  const addresses = createKeyCounts()
  const people = createKeyCounts()
  const dropExpired = (): void => {
    for (const [id, at] of ended) {
      if (at + endedMemoryMs > now()) break
      ended.delete(id)
    }
  }

  return {
    closeSessions(sessionIds) {
      dropExpired()
      const endedIds = new Set(sessionIds)
      for (const id of endedIds) ended.set(id, now())
      for (const socket of sockets) {
        if (socket.sessionId !== null && endedIds.has(socket.sessionId))
          socket.close(sessionEndedClose.code, sessionEndedClose.reason)
      }
    },
    sessionIds: () => [...new Set([...sockets].flatMap(({ sessionId }) => sessionId ?? []))],
    closeAll(code, reason) {
      for (const socket of sockets) socket.close(code, reason)
    },
    hasRoomFor({ address, personId }) {
      if (!hasLimits) return true
      if (addresses.of(address) >= perAddress) return false
      return personId === null || people.of(personId) < perPerson
    },
    add(socket) {
      dropExpired()
      if (socket.sessionId !== null && ended.has(socket.sessionId)) return false
      sockets.add(socket)
      addresses.change(socket.address, 1)
      if (socket.personId !== null) people.change(socket.personId, 1)
      return true
    },
    remove(socket) {
      if (!sockets.delete(socket)) return
      addresses.change(socket.address, -1)
      if (socket.personId !== null) people.change(socket.personId, -1)
    },
    get size() {
      return sockets.size
    },
  }
}

function createKeyCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    change(key: string, by: number): void {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
