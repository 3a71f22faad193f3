import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'

/** For one server alone: it hears itself. */
export function createInProcessBus(log: Pick<Log, 'error'>): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    publish(message) {
      for (const listener of listeners) {
        try {
          listener(message)
        } catch (error) {
          log.error({ err: error, kind: message.kind }, 'a listener of the bus failed')
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onMissed: () => () => {},
    close: async () => listeners.clear(),
  }
}
