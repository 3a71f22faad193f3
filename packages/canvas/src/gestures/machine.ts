import { dragging, draggingLink, framing } from './dragging.ts'
import type { GestureInput } from './input.ts'
import { panning, pinching, spacePanning } from './panning.ts'
import { idle, longPress, pressing } from './pressing.ts'
import { type GestureContext, type GestureRules, type GestureState, type GestureStep, gestureStep } from './state.ts'

/** Computes the next state and the effects of one input, in order. */
export function advanceGesture(state: GestureState, input: GestureInput, context: GestureContext): GestureStep {
  switch (state.kind) {
    case 'idle':
      return applyRules(idle, state, input, context)
    case 'pressing':
      return applyRules(pressing, state, input, context)
    case 'panning':
      return applyRules(panning, state, input, context)
    case 'pinching':
      return applyRules(pinching, state, input, context)
    case 'dragging':
      return applyRules(dragging, state, input, context)
    case 'dragging-link':
      return applyRules(draggingLink, state, input, context)
    case 'framing':
      return applyRules(framing, state, input, context)
    case 'long-press':
      return applyRules(longPress, state, input, context)
    case 'space-panning':
      return applyRules(spacePanning, state, input, context)
  }
}

function applyRules<State extends GestureState>(
  rules: GestureRules<State>,
  state: State,
  input: GestureInput,
  context: GestureContext,
): GestureStep {
  const stay = gestureStep(state)
  const isHeld = 'pointerId' in input && rules.heldPointers(state).includes(input.pointerId)
  switch (input.kind) {
    case 'pointer-down':
      return isHeld
        ? restartGesture(rules.onCancel(state), input, context)
        : (rules.onDown?.(state, input, context) ?? stay)
    case 'pointer-move':
      return isHeld ? (rules.onMove?.(state, input, context) ?? stay) : stay
    case 'pointer-up':
      return isHeld ? (rules.onUp?.(state, input, context) ?? stay) : stay
    case 'pointer-cancel':
      return isHeld ? rules.onCancel(state) : stay
    case 'wheel':
      return rules.onWheel?.(state, input, context) ?? stay
    case 'key-down':
      if (input.key === 'Escape') return rules.onCancel(state)
      return rules.onSpace?.(state, input, context) ?? stay
    case 'key-up':
      return input.key === 'Space' ? (rules.onSpace?.(state, input, context) ?? stay) : stay
    case 'menu':
      return rules.onMenu?.(state, input, context) ?? stay
    case 'timer':
      return rules.onTimer?.(state, context) ?? stay
    case 'frame':
      return rules.onFrame?.(state, input, context) ?? stay
    case 'cancel':
      return rules.onCancel(state)
  }
}

/** A pointer that goes down twice was released unseen. */
function restartGesture(ended: GestureStep, input: GestureInput, context: GestureContext): GestureStep {
  const begun = advanceGesture(ended.state, input, context)
  return gestureStep(begun.state, ...ended.effects, ...begun.effects)
}
