import type { Cell } from '@espalier/sync/cell'
import { useSyncExternalStore } from 'react'

export { type Cell, createCell, type WritableCell } from '@espalier/sync/cell'
export { createListeners } from '@espalier/sync/listeners'

/**
 * The selection must be a primitive, or the same object for the same value; otherwise the component renders endlessly.
 */
export function useCell<Value>(cell: Cell<Value>): Value
export function useCell<Value, Selected>(cell: Cell<Value>, select: (value: Value) => Selected): Selected
export function useCell<Value>(cell: Cell<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(cell.subscribe, () => select(cell.get()))
}
