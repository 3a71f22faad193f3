export { panBy, rectToWorld, toWorld, worldInView, type Viewport } from './viewport/viewport.ts'
export { nextZoom, previousZoom, zoomAbout, zoomBy } from './viewport/viewport.ts'
export { centerRect, clampZoom, fitRect, revealRect } from './viewport/viewport.ts'

export { BoxIndex } from './cull/box-index.ts'
export { LinkIndex } from './cull/link-index.ts'
export { findLinksTouching } from './cull/link-index.ts'
export { needsRedraw, type DrawnArea } from './cull/drawn-area.ts'
export { findSlotAt, findSlotsInFrame } from './cull/box-index.ts'
