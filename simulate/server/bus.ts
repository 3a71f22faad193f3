import type { Bus, BusMessage } from '@espalier/server/src/ports/bus.ts'
import type { Clock } from '../clock.ts'
import type { Weather } from '../weather.ts'

interface Ear {
  readonly listeners: Set<(message: BusMessage) => void>
  readonly missed: Set<() => void>
}

/** The bus between all servers: messages are lost, delayed, duplicated and reordered, as the weather decides. */
export interface BusNetwork {
  join(): JoinedBus
}

export interface JoinedBus extends Bus {
  /** Does the server's periodic work. */
  poll(): void
  leave(): void
}

export function createBusNetwork(clock: Clock, weather: Weather): BusNetwork {
  const ears = new Set<Ear>()
  const deliver = (ear: Ear, message: BusMessage): void => {
    for (const listener of ear.listeners) listener(message)
  }
  return {
    join() {
      const own: Ear = { listeners: new Set(), missed: new Set() }
      ears.add(own)
      const leave = (): void => {
        ears.delete(own)
        own.listeners.clear()
        own.missed.clear()
      }
      return {
        publish(message) {
          // No simulated part listens to it, and its deliveries would change the weather of every recorded run.
          if (message.kind === 'access-changed') return
          deliver(own, message)
          for (const other of ears) {
            if (other === own) continue
            for (const ms of weather.deliveries('bus')) clock.after(ms, () => deliver(other, message))
          }
        },
        listen(listener) {
          own.listeners.add(listener)
          return () => own.listeners.delete(listener)
        },
        onMissed(listener) {
          own.missed.add(listener)
          return () => own.missed.delete(listener)
        },
        poll() {
          for (const listener of own.missed) listener()
        },
        leave,
        close: () => Promise.resolve(leave()),
      }
    },
  }
}
