/** At most so many at once; the others wait in the order they came. */
export interface Gate {
  pass<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

export function createGate(most: number): Gate {
  let inside = 0
  const waiting: (() => void)[] = []
  return {
    async pass(work) {
      if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
      else inside += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) inside -= 1
        else next()
      }
    },
  }
}
