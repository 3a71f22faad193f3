import type { Point } from '@espalier/layout'
import type { GestureEffect } from './effect.ts'
import type { Rules } from './rules.ts'
import { atRest, fingerOf, type Panning, step } from './state.ts'
import { turnWheel } from './turn-wheel.ts'

export const panFrom = (from: Point, to: Point): GestureEffect[] =>
  from.x === to.x && from.y === to.y ? [] : [{ kind: 'pan', dx: to.x - from.x, dy: to.y - from.y }]

/** The hand holds the paper and moves it. */
export const panning: Rules<Panning> = {
  pointersOf: ({ pointerId }) => [pointerId],

  onDown(state, input) {
    if (state.pointer !== 'touch' || input.pointer !== 'touch') return step(state)
    return step(
      { kind: 'pinching', fingers: [fingerOf(state), fingerOf(input)] },
      { kind: 'capture-pointer', pointerId: input.pointerId },
    )
  },

  onMove: (state, { at }) => step({ ...state, at }, ...panFrom(state.at, at)),
  onUp: (state, { at }) => step(atRest, ...panFrom(state.at, at)),
  onWheel: (state, input, context) => step(state, turnWheel(input, context)),
  onCancel: () => step(atRest),
}
