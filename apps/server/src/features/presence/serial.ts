/** Work that runs one turn at a time; what is asked for while a turn runs is done by the next. */
export interface SerialQueue {
  /** Resolves when everything that was there to do has been tried. */
  run(): Promise<void>
  /** After a failure nothing is tried until this. */
  resume(): void
}

export interface SerialQueueOptions {
  hasWork(): boolean
  turn(): Promise<void>
  failed(error: unknown): void
}

export function createSerialQueue({ hasWork, turn, failed }: SerialQueueOptions): SerialQueue {
  let running: Promise<void> | null = null
  let hasFailed = false
  const runAll = async (): Promise<void> => {
    try {
      while (hasWork()) await turn()
    } catch (error) {
      hasFailed = true
      failed(error)
    }
  }
  return {
    async run() {
      while (running !== null) await running
      if (hasFailed || !hasWork()) return
      running = runAll()
      await running
      running = null
    },
    resume: () => void (hasFailed = false),
  }
}
