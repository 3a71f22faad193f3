export { CanvasView } from './CanvasView.tsx'
export { canvasStageOf, type CanvasStage, createStage } from './stage.ts'
export { rehearse } from './rehearse.ts'
export { loadLayers } from './scene/layers.ts'
