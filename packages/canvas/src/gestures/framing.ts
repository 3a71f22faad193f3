import type { Point, Rect } from '@espalier/layout'
import { edgePan, frameRequestEffects, isAtEdge } from './edge.ts'
import type { GestureEffect } from './effect.ts'
import type { GestureRules } from './rules.ts'
import { atRest, type Framing, type GestureStep, gestureStep } from './state.ts'
import { panByWheel } from './turn-wheel.ts'

export const frameBetween = (from: Point, to: Point): Rect => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

const frameChangedEffect = ({ from, at, isAdding }: Framing): GestureEffect => ({
  kind: 'frame-changed',
  frame: frameBetween(from, at),
  isAdding,
})

/** The corner where the frame began lies on the paper and moves with it. */
function panWhileFraming(state: Framing, { dx, dy }: { readonly dx: number; readonly dy: number }): GestureStep {
  const moved = { ...state, from: { x: state.from.x + dx, y: state.from.y + dy } }
  return gestureStep(moved, { kind: 'pan', dx, dy }, frameChangedEffect(moved))
}

/** A frame is drawn around nodes. */
export const framing: GestureRules<Framing> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onMove(state, { at }, { size }) {
    const moved = { ...state, at, isAtEdge: isAtEdge(at, size) }
    return gestureStep(moved, ...frameRequestEffects(state, moved.isAtEdge), frameChangedEffect(moved))
  },

  onUp: (state, { at }) =>
    gestureStep(atRest, ...frameRequestEffects(state, false), {
      kind: 'frame-ended',
      frame: frameBetween(state.from, at),
      isAdding: state.isAdding,
    }),

  onFrame: (state, { elapsedMs }, { size }) =>
    state.isAtEdge ? panWhileFraming(state, edgePan(state.at, size, elapsedMs)) : gestureStep(state),

  onWheel: (state, input, context) => panWhileFraming(state, panByWheel(input, context)),
  onCancel: (state) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'cancel-frame' }),
}
