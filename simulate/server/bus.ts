import type { Bus, BusMessage } from '@espalier/server/src/ports/bus.ts'
import type { Clock } from '../clock.ts'
import type { Weather } from '../weather.ts'

interface Ear {
  readonly listeners: Set<(message: BusMessage) => void>
  readonly missed: Set<() => void>
}

/** The bus between all servers: messages are lost, late, doubled and out of order, as the weather has it. */
export interface BusHouse {
  join(): JoinedBus
}

export interface JoinedBus extends Bus {
  /** What the server does every few seconds of its own accord. */
  look(): void
  leave(): void
}

export function createBusHouse(clock: Clock, weather: Weather): BusHouse {
  const ears = new Set<Ear>()
  const hear = (ear: Ear, message: BusMessage): void => {
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
          hear(own, message)
          for (const other of ears) {
            if (other === own) continue
            for (const ms of weather.deliveries('bus')) clock.after(ms, () => hear(other, message))
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
        look() {
          for (const listener of own.missed) listener()
        },
        leave,
        close: () => Promise.resolve(leave()),
      }
    },
  }
}
