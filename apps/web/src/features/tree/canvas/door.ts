export { MapView } from './CanvasView.tsx'
export { getMapController, createMapController } from './stage.ts'
export { warmUpLayout } from './rehearse.ts'
export { loadLayeredLayout } from './scene/layers.ts'
