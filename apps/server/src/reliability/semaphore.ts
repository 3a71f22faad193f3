export interface Semaphore {
  run<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer>
}

/** Runs at most so many pieces of work at a time; the others wait in the order in which they came. */
export function createSemaphore(slots: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running >= slots) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
