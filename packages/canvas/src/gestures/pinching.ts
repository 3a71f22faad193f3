import type { Point } from '@espalier/layout'
import { panFrom } from './panning.ts'
import type { Rules } from './rules.ts'
import { atRest, type Finger, type Pinching, step } from './state.ts'

/** Fingers that meet have no distance to compare with. */
const leastDistance = 1

/** Two fingers move and stretch the paper. A third one is not looked at. */
export const pinching: Rules<Pinching> = {
  pointersOf: ({ fingers }) => fingers.map(({ pointerId }) => pointerId),

  onMove({ fingers }, { pointerId, at }) {
    const [one, other] = fingers
    const moved: readonly [Finger, Finger] =
      one.pointerId === pointerId ? [{ pointerId, at }, other] : [one, { pointerId, at }]
    const middle = middleOf(moved)
    const factor = distanceOf(moved) / distanceOf(fingers)
    const stretch = factor === 1 ? [] : [{ kind: 'zoom-about', factor, at: middle } as const]
    return step({ kind: 'pinching', fingers: moved }, ...panFrom(middleOf(fingers), middle), ...stretch)
  },

  onUp({ fingers }, { pointerId }) {
    const [one, other] = fingers
    const left = one.pointerId === pointerId ? other : one
    return step({ kind: 'panning', pointerId: left.pointerId, pointer: 'touch', at: left.at })
  },

  onCancel: () => step(atRest),
}

const middleOf = ([{ at: one }, { at: other }]: readonly [Finger, Finger]): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

const distanceOf = ([{ at: one }, { at: other }]: readonly [Finger, Finger]): number =>
  Math.max(leastDistance, Math.hypot(one.x - other.x, one.y - other.y))
