import type { GestureInput } from './input.ts'
import { type GestureContext, type GestureState, type GestureStep, step } from './state.ts'

/** What follows from one input: the next state, and what is to be done. */
export function advanceGesture(state: GestureState, _input: GestureInput, _context: GestureContext): GestureStep {
  return step(state)
}
