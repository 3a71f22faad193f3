const listeners = new Set<(isConnected: boolean) => void>()

/** Tells whenever the websocket stands or is lost: what happened in between has to be asked for. */
export const liveConnection = {
  listen(listener: (isConnected: boolean) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  tell(isConnected: boolean): void {
    for (const listener of listeners) listener(isConnected)
  },
}
