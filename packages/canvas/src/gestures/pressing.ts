import { limits } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { frameBetween } from './dragging.ts'
import { type GestureTarget, mouseButtons, type PointerDown, type PointerMove, type PointerUp } from './input.ts'
import { wheelEffect } from './panning.ts'
import {
  atRest,
  type GestureContext,
  type GestureEffect,
  type GestureRules,
  gestureStep,
  type GestureStep,
  type Idle,
  type LastPress,
  type LongPress,
  type Pressing,
  toFinger,
} from './state.ts'

/** An unselected node is selected before its menu opens, or menu and selection would concern different nodes. */
function openMenuEffects(on: GestureTarget, at: Point, context: GestureContext): GestureEffect[] {
  const id = on.kind === 'empty' ? null : on.id
  const open: GestureEffect = { kind: 'open-menu', id, at }
  return id === null || context.isSelected(id) ? [open] : [{ kind: 'press', id, isToggle: false }, open]
}

const { doublePressMs, doublePressDistancePx, longPressMs } = limits.gestures

/** No pointer is on the canvas. */
export const idle: GestureRules<Idle> = {
  heldPointers: () => [],

  onDown(state, input) {
    const { pointerId, pointer, at, button } = input
    if (button === mouseButtons.middle) {
      return gestureStep({ kind: 'panning', pointerId, pointer, at }, { kind: 'capture-pointer', pointerId })
    }
    if (button !== mouseButtons.main) return gestureStep(atRest)
    const pressing = { kind: 'pressing', down: input, isSecond: isSecondPress(state.lastPress, input) } as const
    return opensMenuOnLongPress(input)
      ? gestureStep(pressing, { kind: 'ask-timer', afterMs: longPressMs })
      : gestureStep(pressing)
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context)),
  onSpace(state, { kind, isRepeat }) {
    // The key was held since before another gesture ended, so its release must not count as a tap.
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

const { dragDistancePx } = limits.gestures

/** A finger has no second button, so resting asks for the menu. A field keeps its own long press to select text. */
const opensMenuOnLongPress = ({ pointer, on }: PointerDown) => pointer !== 'mouse' && on.kind !== 'control'

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
  if (isSecond && !isCommand && !isShift)
    return gestureStep(atRest, ...stopTimer(down), { kind: 'double-press', on, at })
  const rested = { kind: 'idle', lastPress: { on, at, timeMs } } as const
  if (on.kind === 'node') {
    return gestureStep(rested, ...stopTimer(down), { kind: 'press', id: on.id, isToggle: isCommand })
  }
  // Modifiers are held to extend a selection: a press beside it would clear it.
  if (isCommand || isShift) return gestureStep(rested, ...stopTimer(down))
  return gestureStep(rested, ...stopTimer(down), { kind: 'clear-selection' })
}

function openMenu(down: PointerDown, context: GestureContext): GestureStep {
  return gestureStep({ kind: 'long-press', pointerId: down.pointerId }, ...openMenuEffects(down.on, down.at, context))
}

const stopTimer = (down: PointerDown): GestureEffect[] => (opensMenuOnLongPress(down) ? [{ kind: 'stop-timer' }] : [])

const isFar = (down: PointerDown, { at }: PointerMove) =>
  Math.hypot(at.x - down.at.x, at.y - down.at.y) >= dragDistancePx[down.pointer]

type DragMeaning = 'pan' | 'drag' | 'link' | 'frame' | 'nothing'

/** Decides the meaning of a drag from where the pointer went down. For viewers it pans. */
function decideDragMeaning({ on, pointer, modifiers }: PointerDown, context: GestureContext): DragMeaning {
  switch (on.kind) {
    case 'empty':
      return modifiers.isShift ? 'frame' : 'pan'
    case 'node': {
      const isWithinReach = pointer !== 'touch' || context.isSelected(on.id)
      return context.canEdit && isWithinReach ? 'drag' : 'pan'
    }
    case 'link-handle':
      return context.canEdit ? 'link' : 'pan'
    case 'control':
      return pointer === 'touch' ? 'pan' : 'nothing'
  }
}

/** Turns the press into a gesture when the pointer has moved far enough. Null: it stays a press. */
function startGesture(down: PointerDown, move: PointerMove, context: GestureContext): GestureStep | null {
  const meaning = decideDragMeaning(down, context)
  const id = down.on.kind === 'empty' ? null : down.on.id
  if (meaning === 'drag' && id !== null) return startDrag(id, down, move, context)
  if (meaning === 'link' && id !== null) return startLink(id, down, move)
  if (meaning === 'frame') return startFrame(down, move)
  return meaning === 'pan' ? startPan(down, move) : null
}

function startPan({ pointerId, pointer, at: from }: PointerDown, { at }: PointerMove): GestureStep {
  return gestureStep(
    { kind: 'panning', pointerId, pointer, at },
    { kind: 'capture-pointer', pointerId },
    { kind: 'pan', dx: at.x - from.x, dy: at.y - from.y },
  )
}

function startDrag(id: string, down: PointerDown, move: PointerMove, context: GestureContext): GestureStep {
  const { pointerId, at: from } = down
  const { at } = move
  const isAlone = move.modifiers.isShift
  const select = context.isSelected(id) ? [] : [{ kind: 'press', id, isToggle: false } as const]
  return gestureStep(
    { kind: 'dragging', pointerId, id, at, isAlone, isAtEdge: false },
    { kind: 'capture-pointer', pointerId },
    ...select,
    { kind: 'start-drag', id, from, isAlone },
    { kind: 'drag-over', id, at, isAlone },
  )
}

function startLink(id: string, { pointerId, at: from }: PointerDown, { at }: PointerMove): GestureStep {
  return gestureStep(
    { kind: 'dragging-link', pointerId, id, at, isAtEdge: false },
    { kind: 'capture-pointer', pointerId },
    { kind: 'start-link', id, from },
    { kind: 'link-over', id, at },
  )
}

function startFrame({ pointerId, at: from, modifiers }: PointerDown, { at }: PointerMove): GestureStep {
  const isAdding = modifiers.isCommand
  return gestureStep(
    { kind: 'framing', pointerId, from, at, isAdding, isAtEdge: false },
    { kind: 'capture-pointer', pointerId },
    { kind: 'frame-changed', frame: frameBetween(from, at), isAdding },
  )
}

/** The menu is open; until the finger is lifted, its events are ignored. */
export const longPress: GestureRules<LongPress> = {
  heldPointers: ({ pointerId }) => [pointerId],
  onUp: () => gestureStep(atRest),
  onCancel: () => gestureStep(atRest),
}
