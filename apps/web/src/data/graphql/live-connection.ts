const listeners = new Set<(isConnected: boolean) => void>()
let isConnected = false

/** Tells whenever the websocket stands or is lost: what happened in between has to be asked for. */
export const liveConnection = {
  isUp: (): boolean => isConnected,
  listen(listener: (isConnected: boolean) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  tell(isUp: boolean): void {
    isConnected = isUp
    for (const listener of listeners) listener(isUp)
  },
}
