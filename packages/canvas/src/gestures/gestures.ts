// Apart from the rest of the package, because a plan is painted before anybody can touch it.
export { type DropScene } from '../snap/drop-scene.ts'
export { findDropTarget } from '../snap/drop-target.ts'
export { type DropIndicator } from '../snap/drop-target.ts'
export { findLinkTarget } from '../snap/link-target.ts'

export { advanceGesture } from './machine.ts'
export { atRest, type GestureContext, type GestureState } from './state.ts'
export { type GestureEffect } from './state.ts'
export { type GestureInput, type GestureTarget, type Modifiers, type PointerKind } from './input.ts'
