import type { Chance } from './chance.ts'
import type { Clock } from './clock.ts'
import type { ApiRequest, CallResult, SentEvent } from './server/api.ts'
import type { Front } from './server/front.ts'
import type { Weather } from './weather.ts'

/** A page's end of a socket. */
export interface Line {
  readonly userId: string
  readonly clientId: string
  /** Everything after this seq arrives from now on; earlier changes have to be requested. */
  onListening(seq: number): void
  onEvent(event: SentEvent): void
  /** The server ended or rejected the subscription. */
  onEnded(): void
  onLost(): void
}

/** The network between pages and servers. */
export interface Network {
  /** Calls back once: with the answers, or with null when they did not arrive in time. */
  ask(request: ApiRequest, done: (answers: readonly CallResult[] | null) => void): void
  connect(line: Line): Connection
}

export interface Connection {
  /** Cuts the connection: nothing that is in flight arrives. */
  cut(): void
}

export interface NetworkParts {
  readonly clock: Clock
  readonly chance: Chance
  readonly weather: Weather
  readonly fronts: readonly Front[]
  /** Called when an event leaves a server. */
  onEventSent(userId: string, event: SentEvent): void
}

const timeoutMs = 3_000
const refusedMs = 50

export function createNetwork(parts: NetworkParts): Network {
  const { clock, chance, weather, fronts } = parts
  return {
    ask(request, done) {
      let isDone = false
      const finish = (answers: readonly CallResult[] | null): void => {
        if (isDone) return
        isDone = true
        done(answers)
      }
      const front = chance.pick(fronts)
      if (!front.isUp) return clock.after(refusedMs, () => finish(null))
      for (const there of weather.deliveries('request')) {
        clock.after(there, () =>
          front.handle(request, (answers) => {
            for (const back of weather.deliveries('answer')) clock.after(back, () => finish(answers))
          }),
        )
      }
      clock.after(timeoutMs, () => finish(null))
    },
    connect: (line) => connect(parts, line),
  }
}

function connect({ clock, chance, weather, fronts, onEventSent }: NetworkParts, line: Line): Connection {
  const front = chance.pick(fronts)
  const wayMs = (): number => chance.between(1, 30)
  let isOpen = true
  let leave: (() => void) | null = null
  const close = (notify: () => void): void => {
    if (!isOpen) return
    isOpen = false
    leave?.()
    notify()
  }
  const subscribe = (): void => {
    leave = front.listen({
      userId: line.userId,
      clientId: line.clientId,
      send(event) {
        onEventSent(line.userId, event)
        for (const ms of weather.deliveries('event')) {
          clock.after(ms, () => {
            if (isOpen) line.onEvent(event)
          })
        }
      },
      ready: (seq) =>
        clock.after(wayMs(), () => {
          if (isOpen) line.onListening(seq)
        }),
      end: () => clock.after(wayMs(), () => close(() => line.onEnded())),
      lost: () => clock.after(chance.between(1, 100), () => close(() => line.onLost())),
    })
  }
  const whenUp = (then: () => void): void =>
    clock.after(wayMs(), () => {
      if (isOpen && !front.isUp) close(() => line.onLost())
      else if (isOpen) then()
    })
  whenUp(subscribe)
  return { cut: () => close(() => line.onLost()) }
}
