/** The source of all randomness in a run, from one seed. */
export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  below(count: number): number
  between(from: number, to: number): number
  happens(probability: number): boolean
  pick<Value>(values: readonly Value[]): Value
  uuid(): string
  /** Returns an independent generator for a part of the run. */
  fork(): Chance
}

export function createChance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = (): number => word() / 2 ** 32
  const below = (count: number): number => Math.floor(next() * count)
  const hex = (): string => word().toString(16).padStart(8, '0')
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    happens: (probability) => next() < probability,
    pick<Value>(values: readonly Value[]): Value {
      if (values.length === 0) throw new Error('Cannot pick from an empty list')
      return values[below(values.length)] as Value
    },
    uuid() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
    fork: () => createChance(word()),
  }
}
