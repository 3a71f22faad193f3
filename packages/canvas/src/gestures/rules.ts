import type { FrameInput, KeyInput, MenuInput, PointerDown, PointerMove, PointerUp, WheelInput } from './input.ts'
import type { GestureContext, GestureState, GestureStep } from './state.ts'

/** How one state answers. An input that a state has no rule for changes nothing. */
export interface GestureRules<State extends GestureState> {
  /** The pointers that the state follows. Of all others it hears only that they go down. */
  heldPointers(state: State): readonly number[]
  onDown?(state: State, input: PointerDown, context: GestureContext): GestureStep
  onMove?(state: State, input: PointerMove, context: GestureContext): GestureStep
  onUp?(state: State, input: PointerUp, context: GestureContext): GestureStep
  onWheel?(state: State, input: WheelInput, context: GestureContext): GestureStep
  onSpace?(state: State, input: KeyInput, context: GestureContext): GestureStep
  onMenu?(state: State, input: MenuInput, context: GestureContext): GestureStep
  onTimer?(state: State, context: GestureContext): GestureStep
  onFrame?(state: State, input: FrameInput, context: GestureContext): GestureStep
  /** Escape, a pointer taken away, a window left. Ends at rest. */
  onCancel(state: State): GestureStep
}
