import { centreRect, fitRect, nextZoom, previousZoom, revealRect, type Viewport, zoomAbout } from '@espalier/canvas'
import { limits, type NodeId, nodeLinksId } from '@espalier/domain'
import { boundsOf, neighbourOf } from '@espalier/layout'
import { type Cell, createCell, type WritableCell } from '../../../platform/cell.ts'
import { treeOrder } from '../workbench/tree-order.ts'
import type { StageParts } from '../workbench/create-workbench.ts'
import type { Stage } from '../workbench/workbench.ts'
import { createFocusing } from './focusing.ts'
import type { TitleMeasure } from './measure/measure-titles.ts'
import { usualMeasure } from './measure/usual-measure.ts'
import { Projection } from './projection.ts'
import { createSpeaking } from './speaking.ts'

/** What the canvas itself, and the gestures on it, may do beyond what other parts see. */
export interface CanvasStage extends Stage {
  readonly isReady: WritableCell<boolean>
  viewport(): Viewport
  /** Shown with the next frame; told to others once it rests. */
  applyViewport(next: Viewport): void
  readonly projection: Projection
  readonly said: Cell<string>
  readonly focusing: ReturnType<typeof createFocusing>
}

const stages = new WeakMap<Stage, CanvasStage>()

/** The insides of a stage that `createStage` made. */
export function canvasStageOf(stage: Stage): CanvasStage {
  const found = stages.get(stage)
  if (found === undefined) throw new Error('this stage has no canvas')
  return found
}

const full = limits.zoomPercent.reset / limits.fullPercent

export function createStage(parts: StageParts, measure: TitleMeasure = usualMeasure()): CanvasStage {
  const projection = new Projection(parts, measure)
  const { scene } = projection
  const focusing = createFocusing(projection, parts)
  const speaking = createSpeaking()
  let order: { readonly structure: number; readonly ids: readonly NodeId[] } | null = null

  const zoomTo = (zoom: number): void => {
    const { width, height } = projection.size
    moveTo(zoomAbout(projection.viewport, zoom, { x: width / 2, y: height / 2 }))
  }
  const moveTo = (next: Viewport): void => {
    projection.moveTo(next)
    projection.tell()
  }
  const settled = () => {
    projection.settle()
    return scene
  }
  const shownIds = (): readonly NodeId[] => {
    const { structure } = settled()
    if (order?.structure !== structure) {
      order = { structure, ids: treeOrder(parts.board.graph).filter((id) => scene.isShown(id)) }
    }
    return order.ids
  }
  const stage: CanvasStage = {
    isReady: createCell(false),
    projection,
    focusing,
    said: speaking.said,
    zoom: projection.zoom,
    position: projection.position,
    direction: projection.direction,
    viewport: () => projection.viewport,
    applyViewport: (next) => projection.moveTo(next),
    moveTo,
    zoomIn: () => zoomTo(nextZoom(projection.viewport.zoom)),
    zoomOut: () => zoomTo(previousZoom(projection.viewport.zoom)),
    resetZoom: () => zoomTo(full),
    fit() {
      const bounds = boundsOf(settled().diagram.boxes)
      if (bounds !== null) moveTo(fitRect(bounds, projection.size))
    },
    reveal(id, { isCentred = false } = {}) {
      const rect = settled().rectOf(id)
      if (rect === undefined) return
      projection.whenSized(() => {
        const { viewport, size } = projection
        moveTo(isCentred ? centreRect(viewport, rect, size) : revealRect(viewport, rect, size))
      })
    },
    focus(id) {
      stage.reveal(id)
      focusing.focus(id)
    },
    rectOf: (id) => settled().rectOf(id),
    screenRectOf: (id) => focusing.elementOf(id)?.getBoundingClientRect() ?? null,
    neighbourOf(id, towards) {
      const { diagram } = settled()
      const slot = diagram.slotOf(id)
      const found = slot === undefined ? null : neighbourOf(diagram.boxes, slot, towards, diagram.direction)
      const neighbour = found === null ? undefined : diagram.idAt(found)
      return neighbour === nodeLinksId ? undefined : neighbour
    },
    shownIds,
    isShown: (id) => settled().isShown(id),
    announce: speaking.say,
  }
  stages.set(stage, stage)
  return stage
}
