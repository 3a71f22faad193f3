import { limits } from '@espalier/domain'
import { callMenu } from './call-menu.ts'
import { type GestureTarget, mouseButtons, type PointerDown } from './input.ts'
import { asksForMenu } from './pressing.ts'
import type { Rules } from './rules.ts'
import { atRest, type Idle, type LastPress, step } from './state.ts'
import { turnWheel } from './turn-wheel.ts'

const { doublePressMs, doublePressDistancePx, longPressMs } = limits.gestures

/** No hand is on the canvas. */
export const idle: Rules<Idle> = {
  pointersOf: () => [],

  onDown(state, input) {
    const { pointerId, pointer, at, button } = input
    if (button === mouseButtons.middle) {
      return step({ kind: 'panning', pointerId, pointer, at }, { kind: 'capture-pointer', pointerId })
    }
    if (button !== mouseButtons.main) return step(atRest)
    const pressing = { kind: 'pressing', down: input, isSecond: isSecondPress(state.lastPress, input) } as const
    return asksForMenu(input) ? step(pressing, { kind: 'ask-timer', afterMs: longPressMs }) : step(pressing)
  },

  onWheel: (state, input, context) => step(state, turnWheel(input, context)),
  onSpace(state, { kind, isRepeat }) {
    // Held since before another gesture ended: its letting go must not count as a tap.
    if (kind === 'key-up' || isRepeat) return step(state)
    return step({ kind: 'space-panning', held: null, hasDragged: false })
  },
  onMenu: (_state, { on, at }, context) => step(atRest, ...callMenu(on, at, context)),
  onCancel: () => step(atRest),
}

function isSecondPress(last: LastPress | null, { on, at, timeMs }: PointerDown): boolean {
  if (!last || !isSame(last.on, on)) return false
  const distance = Math.hypot(at.x - last.at.x, at.y - last.at.y)
  return timeMs - last.timeMs <= doublePressMs && distance <= doublePressDistancePx
}

const isSame = (one: GestureTarget, other: GestureTarget) =>
  one.kind === 'empty' ? other.kind === 'empty' : other.kind === one.kind && other.id === one.id
