const listeners = new Set<(isConnected: boolean) => void>()
const waiting = new Set<() => void>()
let isConnected = false
let closeCode: number | null = null

/** Notifies when the websocket connects or is lost, because missed events have to be fetched. */
export const liveConnection = {
  isUp: (): boolean => isConnected,
  /** The close code; null while the socket is open. */
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
  /** Ends every pending wait, so that the next attempt starts now. */
  hurry(): void {
    for (const end of waiting) end()
  },
  /** Resolves after the delay, or earlier when `hurry` is called. */
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
