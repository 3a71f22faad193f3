import type { Point, Rect } from '@espalier/layout'
import { edgePan, framesFor, isAtEdge } from './edge.ts'
import type { GestureEffect } from './effect.ts'
import type { Rules } from './rules.ts'
import { atRest, type Framing, type GestureStep, step } from './state.ts'
import { panByWheel } from './turn-wheel.ts'

export const frameBetween = (from: Point, to: Point): Rect => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

const changed = ({ from, at, isAdding }: Framing): GestureEffect => ({
  kind: 'frame-changed',
  frame: frameBetween(from, at),
  isAdding,
})

/** The corner where the frame began lies on the paper and moves with it. */
function panUnder(state: Framing, { dx, dy }: { readonly dx: number; readonly dy: number }): GestureStep {
  const moved = { ...state, from: { x: state.from.x + dx, y: state.from.y + dy } }
  return step(moved, { kind: 'pan', dx, dy }, changed(moved))
}

/** A frame is drawn around nodes. */
export const framing: Rules<Framing> = {
  pointersOf: ({ pointerId }) => [pointerId],

  onMove(state, { at }, { size }) {
    const moved = { ...state, at, isAtEdge: isAtEdge(at, size) }
    return step(moved, ...framesFor(state, moved.isAtEdge), changed(moved))
  },

  onUp: (state, { at }) =>
    step(atRest, ...framesFor(state, false), {
      kind: 'frame-ended',
      frame: frameBetween(state.from, at),
      isAdding: state.isAdding,
    }),

  onFrame: (state, { elapsedMs }, { size }) =>
    state.isAtEdge ? panUnder(state, edgePan(state.at, size, elapsedMs)) : step(state),

  onWheel: (state, input, context) => panUnder(state, panByWheel(input, context)),
  onCancel: (state) => step(atRest, ...framesFor(state, false), { kind: 'cancel-frame' }),
}
