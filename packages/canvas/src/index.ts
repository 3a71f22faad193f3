export { panBy, rectToScreen, rectToWorld, toScreen, toWorld, worldInView, type Viewport } from './viewport/viewport.ts'
export { clampZoom, nextZoom, previousZoom, zoomAbout, zoomBy } from './viewport/zoom.ts'
export { centreRect, fitRect, revealRect } from './viewport/reveal.ts'
export { wheelPixels, wheelZoomFactor, type WheelTurn } from './viewport/wheel.ts'
export { parsePan, printPan } from './viewport/pan-text.ts'

export { BoxIndex } from './cull/box-index.ts'
export { LinkIndex } from './cull/link-index.ts'
export { linksTouching } from './cull/links-touching.ts'
export { drawnAreaFor, needsRedraw, type DrawnArea } from './cull/drawn-area.ts'
export { slotAt, slotsInFrame } from './hit.ts'

export { type DropScene, type Structure } from './snap/drop-scene.ts'
export { dropTargetAt, type DropTarget } from './snap/drop-target.ts'
export { type DropIndicator } from './snap/indicator.ts'
export { linkTargetAt, type LinkTarget } from './snap/link-target.ts'

export { advanceGesture } from './gestures/machine.ts'
export { atRest, type GestureContext, type GestureState, type GestureStep } from './gestures/state.ts'
export { type GestureEffect } from './gestures/effect.ts'
export {
  mouseButtons,
  type GestureInput,
  type GestureTarget,
  type Modifiers,
  type PointerKind,
} from './gestures/input.ts'
