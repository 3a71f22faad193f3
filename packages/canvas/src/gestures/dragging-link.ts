import { edgePan, frameRequestEffects, isAtEdge } from './edge.ts'
import type { GestureEffect } from './effect.ts'
import type { GestureRules } from './rules.ts'
import { atRest, type DraggingLink, gestureStep } from './state.ts'
import { wheelEffect } from './turn-wheel.ts'

const linkOverEffect = ({ id, at }: DraggingLink): GestureEffect => ({ kind: 'link-over', id, at })

/** A link is drawn out of a node, towards one more parent. */
export const draggingLink: GestureRules<DraggingLink> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onMove(state, { at }, { size }) {
    const moved = { ...state, at, isAtEdge: isAtEdge(at, size) }
    return gestureStep(moved, ...frameRequestEffects(state, moved.isAtEdge), linkOverEffect(moved))
  },

  onUp: (state, { at }) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'drop-link', id: state.id, at }),

  onFrame(state, { elapsedMs }, { size }) {
    if (!state.isAtEdge) return gestureStep(state)
    return gestureStep(state, { kind: 'pan', ...edgePan(state.at, size, elapsedMs) }, linkOverEffect(state))
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context), linkOverEffect(state)),
  onCancel: (state) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'cancel-link' }),
}
