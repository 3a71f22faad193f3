import { limits } from '@espalier/domain'
import type { Point, Rect, Size } from '@espalier/layout'
import { panByWheel, wheelEffect } from './panning.ts'
import {
  atRest,
  type Dragging,
  type DraggingLink,
  type EdgeDrag,
  type Framing,
  type GestureEffect,
  type GestureRules,
  gestureStep,
  type GestureStep,
} from './state.ts'

const { edgePx, pxPerSecond } = limits.gestures.autopan
/** Without a limit the view would jump after a pause of the browser. */
const longestFrameMs = 100

const edgeDepth = (distance: number) => Math.min(1, Math.max(0, (edgePx - distance) / edgePx))
const edgePull = (at: number, room: number) => edgeDepth(at) - edgeDepth(room - at)

/** Returns the pull of the edge: from -1 to 1 on each axis, stronger nearer to the edge, full beyond it. */
const edgePullAt = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: edgePull(x, width),
  y: edgePull(y, height),
})

function isAtEdge(at: Point, size: Size): boolean {
  const { x, y } = edgePullAt(at, size)
  return x !== 0 || y !== 0
}

/** Returns the distance the view moves in one frame. */
function edgePan(at: Point, size: Size, elapsedMs: number): { readonly dx: number; readonly dy: number } {
  const { x, y } = edgePullAt(at, size)
  const distance = (pxPerSecond * Math.min(longestFrameMs, Math.max(0, elapsedMs))) / 1000
  return { dx: x * distance, dy: y * distance }
}

/** Frames are needed only at the edge, so that a resting pointer there still moves the view. */
function frameRequestEffects(before: EdgeDrag, isNowAtEdge: boolean): GestureEffect[] {
  if (before.isAtEdge === isNowAtEdge) return []
  return [{ kind: isNowAtEdge ? 'ask-frames' : 'stop-frames' }]
}

const dragOverEffect = ({ id, at, isAlone }: Dragging): GestureEffect => ({ kind: 'drag-over', id, at, isAlone })

/** Nodes are dragged over the canvas. */
export const dragging: GestureRules<Dragging> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onMove(state, { at, modifiers }, { size }) {
    const moved = { ...state, at, isAlone: modifiers.isShift, isAtEdge: isAtEdge(at, size) }
    return gestureStep(moved, ...frameRequestEffects(state, moved.isAtEdge), dragOverEffect(moved))
  },

  onUp: (state, { at, modifiers }) =>
    gestureStep(atRest, ...frameRequestEffects(state, false), {
      kind: 'drop',
      id: state.id,
      at,
      isAlone: modifiers.isShift,
    }),

  onFrame(state, { elapsedMs }, { size }) {
    if (!state.isAtEdge) return gestureStep(state)
    return gestureStep(state, { kind: 'pan', ...edgePan(state.at, size, elapsedMs) }, dragOverEffect(state))
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context), dragOverEffect(state)),
  onCancel: (state) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'cancel-drag' }),
}

const linkOverEffect = ({ id, at }: DraggingLink): GestureEffect => ({ kind: 'link-over', id, at })

/** A link is drawn from a node to an additional parent. */
export const draggingLink: GestureRules<DraggingLink> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onMove(state, { at }, { size }) {
    const moved = { ...state, at, isAtEdge: isAtEdge(at, size) }
    return gestureStep(moved, ...frameRequestEffects(state, moved.isAtEdge), linkOverEffect(moved))
  },

  onUp: (state, { at }) =>
    gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'drop-link', id: state.id, at }),

  onFrame(state, { elapsedMs }, { size }) {
    if (!state.isAtEdge) return gestureStep(state)
    return gestureStep(state, { kind: 'pan', ...edgePan(state.at, size, elapsedMs) }, linkOverEffect(state))
  },

  onWheel: (state, input, context) => gestureStep(state, wheelEffect(input, context), linkOverEffect(state)),
  onCancel: (state) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'cancel-link' }),
}

export const frameBetween = (from: Point, to: Point): Rect => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

const frameChangedEffect = ({ from, at, isAdding }: Framing): GestureEffect => ({
  kind: 'frame-changed',
  frame: frameBetween(from, at),
  isAdding,
})

/** The corner where the frame began is in world coordinates and moves with them. */
function panWhileFraming(state: Framing, { dx, dy }: { readonly dx: number; readonly dy: number }): GestureStep {
  const moved = { ...state, from: { x: state.from.x + dx, y: state.from.y + dy } }
  return gestureStep(moved, { kind: 'pan', dx, dy }, frameChangedEffect(moved))
}

/** A frame is drawn around nodes. */
export const framing: GestureRules<Framing> = {
  heldPointers: ({ pointerId }) => [pointerId],

  onMove(state, { at }, { size }) {
    const moved = { ...state, at, isAtEdge: isAtEdge(at, size) }
    return gestureStep(moved, ...frameRequestEffects(state, moved.isAtEdge), frameChangedEffect(moved))
  },

  onUp: (state, { at }) =>
    gestureStep(atRest, ...frameRequestEffects(state, false), {
      kind: 'frame-ended',
      frame: frameBetween(state.from, at),
      isAdding: state.isAdding,
    }),

  onFrame: (state, { elapsedMs }, { size }) =>
    state.isAtEdge ? panWhileFraming(state, edgePan(state.at, size, elapsedMs)) : gestureStep(state),

  onWheel: (state, input, context) => panWhileFraming(state, panByWheel(input, context)),
  onCancel: (state) => gestureStep(atRest, ...frameRequestEffects(state, false), { kind: 'cancel-frame' }),
}
