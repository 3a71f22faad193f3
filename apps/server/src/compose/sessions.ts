import type { Bus } from '../ports/bus.ts'
import type { Log } from '../ports/log.ts'
import type { SocketRegistry } from '../transport/sockets/registry.ts'

export interface SessionParts {
  readonly bus: Bus
  readonly sockets: Pick<SocketRegistry, 'closeSessions' | 'sessionIds'>
  readonly log: Log
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>
}

/** A session that ends on whichever server has no sockets left on this one. */
export function closeEndedSessions({ bus, sockets, log, endedAmong }: SessionParts): void {
  bus.listen((message) => {
    if (message.kind === 'sessions-ended') sockets.closeSessions(message.sessionIds)
  })
  bus.onMissed(() => {
    endedAmong(sockets.sessionIds()).then(
      (ended) => sockets.closeSessions(ended),
      (error: unknown) => log.warn({ err: error }, 'sessions could not be asked for; each socket asks within a minute'),
    )
  })
}
