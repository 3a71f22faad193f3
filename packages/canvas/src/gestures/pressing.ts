import { limits } from '@espalier/domain'
import { callMenu } from './call-menu.ts'
import type { GestureEffect } from './effect.ts'
import type { PointerDown, PointerMove, PointerUp } from './input.ts'
import type { Rules } from './rules.ts'
import { atRest, fingerOf, type GestureContext, type GestureStep, type Pressing, step } from './state.ts'
import { takeHold } from './take-hold.ts'
import { turnWheel } from './turn-wheel.ts'

const { dragDistancePx } = limits.gestures

/** A finger has no second button: where it rests it asks for the menu. A field keeps its own long press, to select text. */
export const asksForMenu = ({ pointer, on }: PointerDown) => pointer !== 'mouse' && on.kind !== 'control'

/** A pointer is down and has not moved far. */
export const pressing: Rules<Pressing> = {
  pointersOf: ({ down }) => [down.pointerId],

  onDown(state, input) {
    const { down } = state
    if (down.pointer !== 'touch' || input.pointer !== 'touch') return step(state)
    return step(
      { kind: 'pinching', fingers: [fingerOf(down), fingerOf(input)] },
      ...stopTimer(down),
      { kind: 'capture-pointer', pointerId: down.pointerId },
      { kind: 'capture-pointer', pointerId: input.pointerId },
    )
  },

  onMove(state, input, context) {
    if (!isFar(state.down, input)) return step(state)
    const held = takeHold(state.down, input, context)
    return held ? step(held.state, ...stopTimer(state.down), ...held.effects) : step(state)
  },

  onUp: release,

  onWheel: (state, input, context) => step(state, turnWheel(input, context)),
  onTimer: (state, context) => (asksForMenu(state.down) ? openMenu(state.down, context) : step(state)),
  onMenu({ down }, { on, at }, context) {
    if (down.pointer === 'mouse') return step(atRest, ...callMenu(on, at, context))
    const opened = openMenu(down, context)
    return step(opened.state, ...stopTimer(down), ...opened.effects)
  },
  onCancel: ({ down }) => step(atRest, ...stopTimer(down)),
}

function release({ down, isSecond }: Pressing, { timeMs }: PointerUp): GestureStep {
  const { on, at } = down
  const { isCommand, isShift } = down.modifiers
  if (on.kind === 'control' || on.kind === 'link-handle') return step(atRest, ...stopTimer(down))
  if (isSecond && !isCommand && !isShift) return step(atRest, ...stopTimer(down), { kind: 'double-press', on, at })
  const rested = { kind: 'idle', lastPress: { on, at, timeMs } } as const
  if (on.kind === 'node') {
    return step(rested, ...stopTimer(down), { kind: 'press', id: on.id, isToggle: isCommand })
  }
  // Held while something more is selected: a press beside it would throw the selection away.
  if (isCommand || isShift) return step(rested, ...stopTimer(down))
  return step(rested, ...stopTimer(down), { kind: 'clear-selection' })
}

function openMenu(down: PointerDown, context: GestureContext): GestureStep {
  return step({ kind: 'long-press', pointerId: down.pointerId }, ...callMenu(down.on, down.at, context))
}

const stopTimer = (down: PointerDown): GestureEffect[] => (asksForMenu(down) ? [{ kind: 'stop-timer' }] : [])

const isFar = (down: PointerDown, { at }: PointerMove) =>
  Math.hypot(at.x - down.at.x, at.y - down.at.y) >= dragDistancePx[down.pointer]
