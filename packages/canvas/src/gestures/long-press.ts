import type { GestureRules } from './rules.ts'
import { atRest, type LongPress, gestureStep } from './state.ts'

/** The menu is open; until the finger leaves, nothing it does is meant for the canvas. */
export const longPress: GestureRules<LongPress> = {
  heldPointers: ({ pointerId }) => [pointerId],
  onUp: () => gestureStep(atRest),
  onCancel: () => gestureStep(atRest),
}
