import { edgePan, framesFor, isAtEdge } from './edge.ts'
import type { GestureEffect } from './effect.ts'
import type { Rules } from './rules.ts'
import { atRest, type Dragging, step } from './state.ts'
import { turnWheel } from './turn-wheel.ts'

const over = ({ id, at, isAlone }: Dragging): GestureEffect => ({ kind: 'drag-over', id, at, isAlone })

/** Nodes are carried over the canvas. */
export const dragging: Rules<Dragging> = {
  pointersOf: ({ pointerId }) => [pointerId],

  onMove(state, { at, modifiers }, { size }) {
    const moved = { ...state, at, isAlone: modifiers.isShift, isAtEdge: isAtEdge(at, size) }
    return step(moved, ...framesFor(state, moved.isAtEdge), over(moved))
  },

  onUp: (state, { at, modifiers }) =>
    step(atRest, ...framesFor(state, false), { kind: 'drop', id: state.id, at, isAlone: modifiers.isShift }),

  onFrame(state, { elapsedMs }, { size }) {
    if (!state.isAtEdge) return step(state)
    return step(state, { kind: 'pan', ...edgePan(state.at, size, elapsedMs) }, over(state))
  },

  onWheel: (state, input, context) => step(state, turnWheel(input, context), over(state)),
  onCancel: (state) => step(atRest, ...framesFor(state, false), { kind: 'cancel-drag' }),
}
