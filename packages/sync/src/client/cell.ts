/** An observable value. */
export interface Cell<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

export interface WritableCell<Value> extends Cell<Value> {
  set(next: Value): void
}

/** Notifies listeners only when the value changes. */
export function createCell<Value>(initial: Value): WritableCell<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      // A listener that subscribes meanwhile has seen the value already.
      for (const listener of Array.from(listeners)) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
