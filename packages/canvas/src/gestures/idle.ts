import { limits } from '@espalier/domain'
import { openMenuEffects } from './call-menu.ts'
import { type GestureTarget, mouseButtons, type PointerDown } from './input.ts'
import { opensMenuOnLongPress } from './pressing.ts'
import type { GestureRules } from './rules.ts'
import { atRest, type Idle, type LastPress, gestureStep } from './state.ts'
import { wheelEffect } from './turn-wheel.ts'

const { doublePressMs, doublePressDistancePx, longPressMs } = limits.gestures

/** No hand is on the canvas. */
export const idle: GestureRules<Idle> = {
  heldPointers: () => [],

  onDown(state, input) {
    const { pointerId, pointer, at, button } = input
    if (button === mouseButtons.middle) {
      return gestureStep({ kind: 'panning', pointerId, pointer, at }, { kind: 'capture-pointer', pointerId })
    }
    if (button !== mouseButtons.main) return gestureStep(atRest)
    const pressing = { kind: 'pressing', down: input, isSecond: isSecondPress(state.lastPress, input) } as const
    return opensMenuOnLongPress(input) ? gestureStep(pressing, { kind: 'ask-timer', afterMs: longPressMs }) : gestureStep(pressing)
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context)),
  onSpace(state, { kind, isRepeat }) {
    // Held since before another gesture ended: its letting go must not count as a tap.
    if (kind === 'key-up' || isRepeat) return gestureStep(state)
    return gestureStep({ kind: 'space-panning', held: null, hasDragged: false })
  },
  onMenu: (_state, { on, at }, context) => gestureStep(atRest, ...openMenuEffects(on, at, context)),
  onCancel: () => gestureStep(atRest),
}

function isSecondPress(last: LastPress | null, { on, at, timeMs }: PointerDown): boolean {
  if (!last || !isSameTarget(last.on, on)) return false
  const distance = Math.hypot(at.x - last.at.x, at.y - last.at.y)
  return timeMs - last.timeMs <= doublePressMs && distance <= doublePressDistancePx
}

const isSameTarget = (one: GestureTarget, other: GestureTarget) =>
  one.kind === 'empty' ? other.kind === 'empty' : other.kind === one.kind && other.id === one.id
