import type { Rules } from './rules.ts'
import { atRest, type LongPress, step } from './state.ts'

/** The menu is open; until the finger leaves, nothing it does is meant for the canvas. */
export const longPress: Rules<LongPress> = {
  pointersOf: ({ pointerId }) => [pointerId],
  onUp: () => step(atRest),
  onCancel: () => step(atRest),
}
