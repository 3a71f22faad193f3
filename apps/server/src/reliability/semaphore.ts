export interface Semaphore {
  run<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer>
}

/** Runs a limited number of tasks at once; the others wait in order of arrival. */
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
