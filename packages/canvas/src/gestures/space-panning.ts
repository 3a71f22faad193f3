import { mouseButtons } from './input.ts'
import { panFrom } from './panning.ts'
import type { Rules } from './rules.ts'
import { atRest, type SpacePanning, step } from './state.ts'
import { turnWheel } from './turn-wheel.ts'

/** Space is held: a drag moves the view, wherever it begins. Space alone means something else, known once it is let go. */
export const spacePanning: Rules<SpacePanning> = {
  pointersOf: ({ held }) => (held ? [held.pointerId] : []),

  onDown(state, { pointerId, pointer, button, at }) {
    if (state.held || button === mouseButtons.second) return step(state)
    return step({ ...state, held: { pointerId, pointer, at } }, { kind: 'capture-pointer', pointerId })
  },

  onMove(state, { at }) {
    if (!state.held) return step(state)
    const pan = panFrom(state.held.at, at)
    return step({ ...state, held: { ...state.held, at }, hasDragged: state.hasDragged || pan.length > 0 }, ...pan)
  },

  onUp(state, { at }) {
    const pan = state.held ? panFrom(state.held.at, at) : []
    return step({ ...state, held: null, hasDragged: state.hasDragged || pan.length > 0 }, ...pan)
  },

  onSpace(state, { kind }) {
    if (kind === 'key-down') return step(state)
    if (state.held) return step({ kind: 'panning', ...state.held })
    return state.hasDragged ? step(atRest) : step(atRest, { kind: 'tap-space' })
  },

  onWheel: (state, input, context) => step(state, turnWheel(input, context)),
  onCancel: () => step(atRest),
}
