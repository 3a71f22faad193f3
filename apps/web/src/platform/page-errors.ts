const errorListeners = new Set<(error: unknown) => void>()

/** Errors that were caught for the person's sake and still should be known. */
export const pageErrors = {
  listen(listener: (error: unknown) => void): () => void {
    errorListeners.add(listener)
    return () => errorListeners.delete(listener)
  },
  tell(error: unknown): void {
    for (const listener of errorListeners) listener(error)
  },
}
