/** Random numbers that are the same for the same seed, so that a failure can be repeated. */
export interface Chance {
  /** Returns a number from 0 up to, not including, the given one. */
  below(most: number): number
  one<Value>(of: readonly Value[]): Value
  is(probability: number): boolean
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    one: (of) => {
      const chosen = of[below(of.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    is: (probability) => next() < probability,
  }
}
