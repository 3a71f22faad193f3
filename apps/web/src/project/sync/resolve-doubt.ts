interface DoubtParts {
  /** An event has overtaken one that has not come. */
  isBehind(): boolean
  /** What is stored of some node follows only from answers. */
  isUnsure(): boolean
  /** Events arrive, and will most likely tell. */
  isListening(): boolean
  catchUp(): Promise<void>
}

/** So long an event that is on its way has to settle it, before it is asked about. */
const patienceMs = 1_000

/** Asks the server where the events leave something open. */
export function resolveDoubt({ isBehind, isUnsure, isListening, catchUp }: DoubtParts) {
  let timer: number | undefined
  let isStopped = false
  const isOpen = (): boolean => isBehind() || isUnsure()
  return {
    look(): void {
      if (isStopped || timer !== undefined || !isOpen()) return
      if (!isListening()) return void catchUp()
      timer = window.setTimeout(() => {
        timer = undefined
        if (isOpen()) void catchUp()
      }, patienceMs)
    },
    stop(): void {
      isStopped = true
      window.clearTimeout(timer)
    },
  }
}
