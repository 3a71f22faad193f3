import { mouseButtons } from './input.ts'
import { panEffects } from './panning.ts'
import type { GestureRules } from './rules.ts'
import { atRest, type SpacePanning, gestureStep } from './state.ts'
import { wheelEffect } from './turn-wheel.ts'

/** Space is held: a drag moves the view, wherever it begins. Space alone means something else, known once it is let go. */
export const spacePanning: GestureRules<SpacePanning> = {
  heldPointers: ({ held }) => (held ? [held.pointerId] : []),

  onDown(state, { pointerId, pointer, button, at }) {
    if (state.held || button === mouseButtons.second) return gestureStep(state)
    return gestureStep({ ...state, held: { pointerId, pointer, at } }, { kind: 'capture-pointer', pointerId })
  },

  onMove(state, { at }) {
    if (!state.held) return gestureStep(state)
    const pan = panEffects(state.held.at, at)
    return gestureStep({ ...state, held: { ...state.held, at }, hasDragged: state.hasDragged || pan.length > 0 }, ...pan)
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
