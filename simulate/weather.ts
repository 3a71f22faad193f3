import type { Chance } from './chance.ts'

/** How bad the conditions of a run are; all of it ends when the run calms down. */
export interface Conditions {
  readonly loss: number
  /** The loss between servers; at 1 the bus is down. */
  readonly busLoss: number
  readonly repeat: number
  readonly late: number
  readonly slowMs: number
}

/** Decides what happens to everything that is sent. */
export interface Weather {
  isCalm: boolean
  /** Returns the delay of each delivery: none, one, or two. */
  deliveries(line: 'bus' | 'event' | 'request' | 'answer'): readonly number[]
  /** The time one way between a server and its database. */
  hop(): number
}

export const someConditions = (chance: Chance): Conditions => ({
  loss: chance.pick([0, 0.02, 0.1, 0.25]),
  busLoss: chance.pick([0, 0.1, 0.5, 1]),
  repeat: chance.pick([0, 0.05, 0.2]),
  late: chance.pick([0, 0.05, 0.2]),
  slowMs: chance.pick([200, 1_500, 4_000]),
})

export function createWeather(chance: Chance, { loss, busLoss, repeat, late, slowMs }: Conditions): Weather {
  const weather: Weather = {
    isCalm: false,
    hop: () => chance.between(0, 3),
    deliveries(line) {
      const ms = (): number =>
        !weather.isCalm && chance.happens(late) ? chance.between(1, slowMs) : chance.between(1, 30)
      if (weather.isCalm) return [ms()]
      if (chance.happens(line === 'bus' ? busLoss : loss)) return []
      return chance.happens(repeat) ? [ms(), ms()] : [ms()]
    },
  }
  return weather
}
