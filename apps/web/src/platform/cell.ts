import { useSyncExternalStore } from 'react'

/** A value that can be watched. */
export interface Cell<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

export interface WritableCell<Value> extends Cell<Value> {
  set(next: Value): void
}

/** Tells its listeners only of a value that is another one. */
export function createCell<Value>(initial: Value): WritableCell<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      // Who starts to listen meanwhile has seen the value already.
      for (const listener of Array.from(listeners)) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The selection must be a primitive, or the same object for the same value: else the component is drawn without end. */
export function useCell<Value>(cell: Cell<Value>): Value
export function useCell<Value, Selected>(cell: Cell<Value>, select: (value: Value) => Selected): Selected
export function useCell<Value>(cell: Cell<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(cell.subscribe, () => select(cell.get()))
}
