export { panBy, rectToWorld, toWorld, worldInView, type Viewport } from './viewport/viewport.ts'
export { nextZoom, previousZoom, zoomAbout, zoomBy } from './viewport/viewport.ts'
export { centerRect, clampZoom, fitRect, revealRect } from './viewport/viewport.ts'

export { BoxIndex } from './cull/box-index.ts'
export { LinkIndex } from './cull/link-index.ts'
export { findLinksTouching } from './cull/link-index.ts'
export { needsRedraw, type DrawnArea } from './cull/drawn-area.ts'
export { findSlotAt, findSlotsInFrame } from './cull/box-index.ts'

export { type DropScene } from './snap/drop-scene.ts'
export { findDropTarget } from './snap/drop-target.ts'
export { type DropIndicator } from './snap/drop-target.ts'
export { findLinkTarget } from './snap/link-target.ts'

export { advanceGesture } from './gestures/machine.ts'
export { atRest, type GestureContext, type GestureState } from './gestures/state.ts'
export { type GestureEffect } from './gestures/state.ts'
export { type GestureInput, type GestureTarget, type Modifiers, type PointerKind } from './gestures/input.ts'
