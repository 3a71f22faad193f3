/** Who wants to be told; a listener may leave while it is being told. */
export interface Listeners<Told> {
  add(listener: (told: Told) => void): () => void
  tell(told: Told): void
  clear(): void
}

export function createListeners<Told>(): Listeners<Told> {
  const all = new Set<(told: Told) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell(told) {
      for (const listener of all) listener(told)
    },
    clear: () => all.clear(),
  }
}
