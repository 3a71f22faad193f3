import type { Point } from '@espalier/layout'
import { panEffects } from './panning.ts'
import type { GestureRules } from './rules.ts'
import { atRest, type Finger, type Pinching, gestureStep } from './state.ts'

/** Fingers that meet have no distance to compare with. */
const minFingerDistance = 1

/** Two fingers move and stretch the paper. A third one is not looked at. */
export const pinching: GestureRules<Pinching> = {
  heldPointers: ({ fingers }) => fingers.map(({ pointerId }) => pointerId),

  onMove({ fingers }, { pointerId, at }) {
    const [one, other] = fingers
    const moved: readonly [Finger, Finger] =
      one.pointerId === pointerId ? [{ pointerId, at }, other] : [one, { pointerId, at }]
    const middle = findMidpoint(moved)
    const factor = measureDistance(moved) / measureDistance(fingers)
    const stretch = factor === 1 ? [] : [{ kind: 'zoom-about', factor, at: middle } as const]
    return gestureStep({ kind: 'pinching', fingers: moved }, ...panEffects(findMidpoint(fingers), middle), ...stretch)
  },

  onUp({ fingers }, { pointerId }) {
    const [one, other] = fingers
    const left = one.pointerId === pointerId ? other : one
    return gestureStep({ kind: 'panning', pointerId: left.pointerId, pointer: 'touch', at: left.at })
  },

  onCancel: () => gestureStep(atRest),
}

const findMidpoint = ([{ at: one }, { at: other }]: readonly [Finger, Finger]): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

const measureDistance = ([{ at: one }, { at: other }]: readonly [Finger, Finger]): number =>
  Math.max(minFingerDistance, Math.hypot(one.x - other.x, one.y - other.y))
