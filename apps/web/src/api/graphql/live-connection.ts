const listeners = new Set<(isConnected: boolean) => void>()
const waiting = new Set<() => void>()
let isConnected = false
let closeCode: number | null = null

/** Tells whenever the websocket stands or is lost: what happened in between has to be asked for. */
export const liveConnection = {
  isUp: (): boolean => isConnected,
  /** Why it was lost; null while it stands. */
  closeCode: (): number | null => closeCode,
  listen(listener: (isConnected: boolean) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  tell(isUp: boolean, code: number | null = null): void {
    isConnected = isUp
    closeCode = code
    for (const listener of listeners) listener(isUp)
  },
  /** Somebody wants it back now: whoever waits before the next try waits no longer. */
  hurry(): void {
    for (const end of waiting) end()
  },
  /** So long, or until somebody is in a hurry. */
  wait: (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        window.clearTimeout(timer)
        waiting.delete(end)
        resolve()
      }
      const timer = window.setTimeout(end, ms)
      waiting.add(end)
    }),
}
