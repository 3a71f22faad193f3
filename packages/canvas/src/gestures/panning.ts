import type { Point } from '@espalier/layout'
import type { GestureEffect } from './effect.ts'
import type { GestureRules } from './rules.ts'
import { atRest, toFinger, type Panning, gestureStep } from './state.ts'
import { wheelEffect } from './turn-wheel.ts'

export const panEffects = (from: Point, to: Point): GestureEffect[] =>
  from.x === to.x && from.y === to.y ? [] : [{ kind: 'pan', dx: to.x - from.x, dy: to.y - from.y }]

/** The hand holds the paper and moves it. */
export const panning: GestureRules<Panning> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onDown(state, input) {
    if (state.pointer !== 'touch' || input.pointer !== 'touch') return gestureStep(state)
    return gestureStep(
      { kind: 'pinching', fingers: [toFinger(state), toFinger(input)] },
      { kind: 'capture-pointer', pointerId: input.pointerId },
    )
  },

  onMove: (state, { at }) => gestureStep({ ...state, at }, ...panEffects(state.at, at)),
  onUp: (state, { at }) => gestureStep(atRest, ...panEffects(state.at, at)),
  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context)),
  onCancel: () => gestureStep(atRest),
}
