import { edgePan, frameRequestEffects, isAtEdge } from './edge.ts'
import type { GestureEffect } from './effect.ts'
import type { GestureRules } from './rules.ts'
import { atRest, type Dragging, gestureStep } from './state.ts'
import { wheelEffect } from './turn-wheel.ts'

const dragOverEffect = ({ id, at, isAlone }: Dragging): GestureEffect => ({ kind: 'drag-over', id, at, isAlone })

/** Nodes are carried over the canvas. */
export const dragging: GestureRules<Dragging> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onMove(state, { at, modifiers }, { size }) {
    const moved = { ...state, at, isAlone: modifiers.isShift, isAtEdge: isAtEdge(at, size) }
    return gestureStep(moved, ...frameRequestEffects(state, moved.isAtEdge), dragOverEffect(moved))
  },

  onUp: (state, { at, modifiers }) =>
    gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'drop', id: state.id, at, isAlone: modifiers.isShift }),

  onFrame(state, { elapsedMs }, { size }) {
    if (!state.isAtEdge) return gestureStep(state)
    return gestureStep(state, { kind: 'pan', ...edgePan(state.at, size, elapsedMs) }, dragOverEffect(state))
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context), dragOverEffect(state)),
  onCancel: (state) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'cancel-drag' }),
}
