import { limits } from '@espalier/domain'
import { openMenuEffects } from './call-menu.ts'
import type { GestureEffect } from './effect.ts'
import type { PointerDown, PointerMove, PointerUp } from './input.ts'
import type { GestureRules } from './rules.ts'
import { atRest, toFinger, type GestureContext, type GestureStep, type Pressing, gestureStep } from './state.ts'
import { startGesture } from './take-hold.ts'
import { wheelEffect } from './turn-wheel.ts'

const { dragDistancePx } = limits.gestures

/** A finger has no second button: where it rests it asks for the menu. A field keeps its own long press, to select text. */
export const opensMenuOnLongPress = ({ pointer, on }: PointerDown) => pointer !== 'mouse' && on.kind !== 'control'

/** A pointer is down and has not moved far. */
export const pressing: GestureRules<Pressing> = {
  heldPointers: ({ down }) => [down.pointerId],

  onDown(state, input) {
    const { down } = state
    if (down.pointer !== 'touch' || input.pointer !== 'touch') return gestureStep(state)
    return gestureStep(
      { kind: 'pinching', fingers: [toFinger(down), toFinger(input)] },
      ...stopTimer(down),
      { kind: 'capture-pointer', pointerId: down.pointerId },
      { kind: 'capture-pointer', pointerId: input.pointerId },
    )
  },

  onMove(state, input, context) {
    if (!isFar(state.down, input)) return gestureStep(state)
    const held = startGesture(state.down, input, context)
    return held ? gestureStep(held.state, ...stopTimer(state.down), ...held.effects) : gestureStep(state)
  },

  onUp: releasePress,

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context)),
  onTimer: (state, context) => (opensMenuOnLongPress(state.down) ? openMenu(state.down, context) : gestureStep(state)),
  onMenu({ down }, { on, at }, context) {
    if (down.pointer === 'mouse') return gestureStep(atRest, ...openMenuEffects(on, at, context))
    const opened = openMenu(down, context)
    return gestureStep(opened.state, ...stopTimer(down), ...opened.effects)
  },
  onCancel: ({ down }) => gestureStep(atRest, ...stopTimer(down)),
}

function releasePress({ down, isSecond }: Pressing, { timeMs }: PointerUp): GestureStep {
  const { on, at } = down
  const { isCommand, isShift } = down.modifiers
  if (on.kind === 'control' || on.kind === 'link-handle') return gestureStep(atRest, ...stopTimer(down))
  if (isSecond && !isCommand && !isShift) return gestureStep(atRest, ...stopTimer(down), { kind: 'double-press', on, at })
  const rested = { kind: 'idle', lastPress: { on, at, timeMs } } as const
  if (on.kind === 'node') {
    return gestureStep(rested, ...stopTimer(down), { kind: 'press', id: on.id, isToggle: isCommand })
  }
  // Held while something more is selected: a press beside it would throw the selection away.
  if (isCommand || isShift) return gestureStep(rested, ...stopTimer(down))
  return gestureStep(rested, ...stopTimer(down), { kind: 'clear-selection' })
}

function openMenu(down: PointerDown, context: GestureContext): GestureStep {
  return gestureStep({ kind: 'long-press', pointerId: down.pointerId }, ...openMenuEffects(down.on, down.at, context))
}

const stopTimer = (down: PointerDown): GestureEffect[] => (opensMenuOnLongPress(down) ? [{ kind: 'stop-timer' }] : [])

const isFar = (down: PointerDown, { at }: PointerMove) =>
  Math.hypot(at.x - down.at.x, at.y - down.at.y) >= dragDistancePx[down.pointer]
