import type { Point } from '@espalier/layout'
import { wheelPixels, wheelZoomFactor } from '../viewport/wheel.ts'
import { mouseButtons, type WheelInput } from './input.ts'
import {
  atRest,
  type Finger,
  type GestureContext,
  type GestureEffect,
  type GestureRules,
  gestureStep,
  type Panning,
  type Pinching,
  type SpacePanning,
  toFinger,
} from './state.ts'

export function wheelEffect(input: WheelInput, context: GestureContext): GestureEffect {
  const { isCommand, isShift } = input.modifiers
  if (isCommand || (context.doesWheelZoom && !isShift)) {
    return { kind: 'zoom-about', factor: wheelZoomFactor(input, context.size), at: input.at }
  }
  return panByWheel(input, context)
}

export function panByWheel(input: WheelInput, { size }: GestureContext): GestureEffect & { kind: 'pan' } {
  const { dx, dy } = wheelPixels(input, size)
  // Some systems turn the wheel sideways themselves while Shift is held, others leave it to the page.
  return input.modifiers.isShift && dx === 0 ? panEffect(-dy, 0) : panEffect(-dx, -dy)
}

/** Adding zero keeps -0 out of the effects. */
const panEffect = (dx: number, dy: number) => ({ kind: 'pan', dx: dx + 0, dy: dy + 0 }) as const

const panEffects = (from: Point, to: Point): GestureEffect[] =>
  from.x === to.x && from.y === to.y ? [] : [{ kind: 'pan', dx: to.x - from.x, dy: to.y - from.y }]

/** The pointer holds the canvas and moves it. */
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

/** Space is held: a drag pans wherever it begins. Space alone has another meaning, known when it is released. */
export const spacePanning: GestureRules<SpacePanning> = {
  heldPointers: ({ held }) => (held ? [held.pointerId] : []),

  onDown(state, { pointerId, pointer, button, at }) {
    if (state.held || button === mouseButtons.second) return gestureStep(state)
    return gestureStep({ ...state, held: { pointerId, pointer, at } }, { kind: 'capture-pointer', pointerId })
  },

  onMove(state, { at }) {
    if (!state.held) return gestureStep(state)
    const pan = panEffects(state.held.at, at)
    return gestureStep(
      { ...state, held: { ...state.held, at }, hasDragged: state.hasDragged || pan.length > 0 },
      ...pan,
    )
  },

  onUp(state, { at }) {
    const pan = state.held ? panEffects(state.held.at, at) : []
    return gestureStep({ ...state, held: null, hasDragged: state.hasDragged || pan.length > 0 }, ...pan)
  },

  onSpace(state, { kind }) {
    if (kind === 'key-down') return gestureStep(state)
    if (state.held) return gestureStep({ kind: 'panning', ...state.held })
    return state.hasDragged ? gestureStep(atRest) : gestureStep(atRest, { kind: 'tap-space' })
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context)),
  onCancel: () => gestureStep(atRest),
}

/** Fingers that meet have no distance to compare with. */
const minFingerDistance = 1

/** Two fingers move and scale the canvas. A third one is ignored. */
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
