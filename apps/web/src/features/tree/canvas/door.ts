export { CanvasView } from './CanvasView.tsx'
export { canvasStageOf, createStage } from './stage.ts'
export { rehearse } from './rehearse.ts'
export { loadLayers } from './scene/layers.ts'
