import { type Cell, createCell } from '../../platform/cell.ts'
import type { SavingState } from './board.ts'

const offline: SavingState = { kind: 'offline', changes: 0 }

/** Whoever hears nothing is offline, though there be nothing to save. */
export function savingCell(outbox: Cell<SavingState>, isDeaf: Cell<boolean>): Cell<SavingState> {
  const state = (): SavingState => (isDeaf.get() && outbox.get().kind === 'saved' ? offline : outbox.get())
  const cell = createCell(state())
  for (const source of [outbox, isDeaf]) source.subscribe(() => cell.set(state()))
  return cell
}
