import { dragging } from './dragging.ts'
import { draggingLink } from './dragging-link.ts'
import { framing } from './framing.ts'
import { idle } from './idle.ts'
import type { GestureInput } from './input.ts'
import { longPress } from './long-press.ts'
import { panning } from './panning.ts'
import { pinching } from './pinching.ts'
import { pressing } from './pressing.ts'
import type { Rules } from './rules.ts'
import { spacePanning } from './space-panning.ts'
import { type GestureContext, type GestureState, type GestureStep, step } from './state.ts'

/** What follows from one input: the next state, and what is to be done, in this order. */
export function advanceGesture(state: GestureState, input: GestureInput, context: GestureContext): GestureStep {
  switch (state.kind) {
    case 'idle':
      return follow(idle, state, input, context)
    case 'pressing':
      return follow(pressing, state, input, context)
    case 'panning':
      return follow(panning, state, input, context)
    case 'pinching':
      return follow(pinching, state, input, context)
    case 'dragging':
      return follow(dragging, state, input, context)
    case 'dragging-link':
      return follow(draggingLink, state, input, context)
    case 'framing':
      return follow(framing, state, input, context)
    case 'long-press':
      return follow(longPress, state, input, context)
    case 'space-panning':
      return follow(spacePanning, state, input, context)
  }
}

function follow<State extends GestureState>(
  rules: Rules<State>,
  state: State,
  input: GestureInput,
  context: GestureContext,
): GestureStep {
  const stay = step(state)
  const isHeld = 'pointerId' in input && rules.pointersOf(state).includes(input.pointerId)
  switch (input.kind) {
    case 'pointer-down':
      return isHeld ? beginAnew(rules.onCancel(state), input, context) : (rules.onDown?.(state, input, context) ?? stay)
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

/** A pointer that goes down twice was let go where nobody saw it. */
function beginAnew(ended: GestureStep, input: GestureInput, context: GestureContext): GestureStep {
  const begun = advanceGesture(ended.state, input, context)
  return step(begun.state, ...ended.effects, ...begun.effects)
}
