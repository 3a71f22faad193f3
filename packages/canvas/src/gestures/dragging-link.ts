import { edgePan, framesFor, isAtEdge } from './edge.ts'
import type { GestureEffect } from './effect.ts'
import type { Rules } from './rules.ts'
import { atRest, type DraggingLink, step } from './state.ts'
import { turnWheel } from './turn-wheel.ts'

const over = ({ id, at }: DraggingLink): GestureEffect => ({ kind: 'link-over', id, at })

/** A link is drawn out of a node, towards one more parent. */
export const draggingLink: Rules<DraggingLink> = {
  pointersOf: ({ pointerId }) => [pointerId],

  onMove(state, { at }, { size }) {
    const moved = { ...state, at, isAtEdge: isAtEdge(at, size) }
    return step(moved, ...framesFor(state, moved.isAtEdge), over(moved))
  },

  onUp: (state, { at }) => step(atRest, ...framesFor(state, false), { kind: 'drop-link', id: state.id, at }),

  onFrame(state, { elapsedMs }, { size }) {
    if (!state.isAtEdge) return step(state)
    return step(state, { kind: 'pan', ...edgePan(state.at, size, elapsedMs) }, over(state))
  },

  onWheel: (state, input, context) => step(state, turnWheel(input, context), over(state)),
  onCancel: (state) => step(atRest, ...framesFor(state, false), { kind: 'cancel-link' }),
}
