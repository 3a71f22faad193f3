import { frameBetween } from './framing.ts'
import type { PointerDown, PointerMove } from './input.ts'
import { type GestureContext, type GestureStep, gestureStep } from './state.ts'

type DragMeaning = 'pan' | 'drag' | 'link' | 'frame' | 'nothing'

/** What it means to move on from where the pointer went down. Whoever may not edit moves the view instead. */
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

/** The pointer has moved far enough: the press becomes a gesture. Null: it stays a press. */
export function startGesture(down: PointerDown, move: PointerMove, context: GestureContext): GestureStep | null {
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
