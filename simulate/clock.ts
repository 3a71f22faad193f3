interface Planned {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** Virtual milliseconds. Events planned for the same one happen in the order of planning. */
export interface Clock {
  readonly now: number
  after(ms: number, run: () => void): void
  /**
   * Runs the next event and waits until everything that follows immediately is done. Resolves to false if nothing is
   * planned.
   */
  step(): Promise<boolean>
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function createClock(): Clock {
  const planned: Planned[] = []
  let now = 0
  let order = 0
  return {
    get now() {
      return now
    },
    after(ms, run) {
      const one: Planned = { at: now + Math.max(0, ms), order: (order += 1), run }
      let low = 0
      let high = planned.length
      while (low < high) {
        const middle = (low + high) >> 1
        const other = planned[middle]
        if (other !== undefined && other.at > one.at) low = middle + 1
        else high = middle
      }
      planned.splice(low, 0, one)
    },
    async step() {
      const next = planned.pop()
      if (next === undefined) return false
      now = next.at
      next.run()
      await settled()
      return true
    },
  }
}
