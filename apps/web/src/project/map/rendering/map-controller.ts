import {
  centerRect,
  fitRect,
  panBy,
  nextZoom,
  previousZoom,
  revealRect,
  type Viewport,
  worldInView,
  zoomAbout,
} from '@espalier/canvas'
import { limits, type NodeId, nodeLinksId } from '@espalier/domain'
import { computeBounds, findNeighbor } from '@espalier/layout'
import { type Cell, createCell } from '../../../platform/cell.ts'
import type { MapInputs } from '../../workspace/create-workspace.ts'
import type { MapHandle } from '../../workspace/project-workspace.ts'
import { listInTreeOrder } from '../../workspace/tree-order.ts'
import { createPageTitleMeasure } from '../measure/page-title-measure.ts'
import type { TitleMeasure } from '../measure/title-measure.ts'
import { MapRenderer } from './map-renderer.ts'

/** The text of the live region. */
function createAnnouncer() {
  const announcement = createCell('')
  return {
    announcement,
    say(text: string): void {
      // The same text twice in a row would not be announced again.
      announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
    },
  }
}

/** Focuses nodes, also those that are not rendered yet. */
function createNodeFocus(renderer: MapRenderer, { editing }: Pick<MapInputs, 'editing'>) {
  let wanted: NodeId | null = null

  function findElement(id: NodeId): HTMLElement | null {
    const nodes = renderer.surface?.layer.children ?? []
    for (const node of nodes) if (node instanceof HTMLElement && node.dataset['nodeId'] === id) return node
    return null
  }

  /** Called after nodes were rendered. */
  function resume(): void {
    if (wanted === null) return
    const element = findElement(wanted)
    if (element === null) return
    const isWriting = editing.get()?.nodeId === wanted
    wanted = null
    renderer.pinned = null
    // A click may have requested the focus for a node whose editor opens: then the editor has it.
    if (!isWriting && !element.contains(document.activeElement?.closest('[role=textbox]') ?? null)) {
      element.focus({ preventScroll: true })
    }
  }

  return {
    findElement,
    resume,
    focus(id: NodeId): void {
      if (!renderer.scene.isShown(id)) return
      wanted = id
      renderer.pinned = id
      renderer.draw()
      resume()
    },
  }
}

/** The internals that only the canvas and its gestures may use. */
export interface MapController extends MapHandle {
  getViewport(): Viewport
  /** Shown with the next frame; published once it settles. */
  moveViewport(next: Viewport): void
  readonly renderer: MapRenderer
  readonly announcement: Cell<string>
  readonly nodeFocus: ReturnType<typeof createNodeFocus>
}

const controllers = new WeakMap<MapHandle, MapController>()

/** Returns the internals of a map. */
export function getMapController(map: MapHandle): MapController {
  const found = controllers.get(map)
  if (found === undefined) throw new Error('A map without controller')
  return found
}

const fullZoom = limits.zoomPercent.reset / limits.fullPercent
/** The bar of zoom and views covers this much of the lower edge of the canvas. */
const controlBarPx = 48

export function createMapController(parts: MapInputs, measure: TitleMeasure = createPageTitleMeasure()): MapController {
  const renderer = new MapRenderer(parts, measure)
  const { scene } = renderer
  const nodeFocus = createNodeFocus(renderer, parts)
  const announcer = createAnnouncer()
  let order: { readonly structure: number; readonly ids: readonly NodeId[] } | null = null

  const zoomTo = (zoom: number): void => {
    const { width, height } = renderer.size
    moveTo(zoomAbout(renderer.viewport, zoom, { x: width / 2, y: height / 2 }))
  }
  const moveTo = (next: Viewport): void => {
    renderer.moveTo(next)
    renderer.publishViewport()
  }
  const settled = () => {
    renderer.updateLayout()
    return scene
  }
  const shownIds = (): readonly NodeId[] => {
    const { structure } = settled()
    if (order?.structure !== structure) {
      order = { structure, ids: listInTreeOrder(parts.client.graph).filter((id) => scene.isShown(id)) }
    }
    return order.ids
  }
  const map: MapController = {
    isReady: createCell(false),
    renderer,
    nodeFocus,
    announcement: announcer.announcement,
    zoom: renderer.zoom,
    settledViewport: renderer.settledViewport,
    direction: renderer.direction,
    getViewport: () => renderer.viewport,
    moveViewport: (next) => renderer.moveTo(next),
    setViewport: moveTo,
    hasNodesAt: (position) => settled().boxIndex.query(worldInView(position, renderer.size)).length > 0,
    zoomIn: () => zoomTo(nextZoom(renderer.viewport.zoom)),
    zoomOut: () => zoomTo(previousZoom(renderer.viewport.zoom)),
    resetZoom: () => zoomTo(fullZoom),
    fit() {
      const bounds = computeBounds(settled().diagram.boxes)
      // Centered above the bar, which is narrower than the margins.
      if (bounds !== null) moveTo(panBy(fitRect(bounds, renderer.size), 0, -controlBarPx / 2))
    },
    reveal(id, { isCentred = false } = {}) {
      const rect = settled().getRect(id)
      if (rect === undefined) return
      renderer.whenSized(() => {
        const { viewport, size } = renderer
        moveTo(isCentred ? centerRect(viewport, rect, size) : revealRect(viewport, rect, size))
      })
    },
    focus(id) {
      map.reveal(id)
      nodeFocus.focus(id)
    },
    getRect: (id) => settled().getRect(id),
    getScreenRect: (id) => nodeFocus.findElement(id)?.getBoundingClientRect() ?? null,
    findNeighbor(id, towards) {
      const { diagram } = settled()
      const slot = diagram.findSlot(id)
      const found = slot === undefined ? null : findNeighbor(diagram.boxes, slot, towards, diagram.direction)
      const neighbour = found === null ? undefined : diagram.idAt(found)
      return neighbour === nodeLinksId ? undefined : neighbour
    },
    shownIds,
    isShown: (id) => settled().isShown(id),
    announce: announcer.say,
  }
  controllers.set(map, map)
  return map
}
