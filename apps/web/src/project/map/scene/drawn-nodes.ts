import { type DrawnArea, needsRedraw, type Viewport, worldInView } from '@espalier/canvas'
import type { NodeId } from '@espalier/domain'
import { getSlotRect, type Point, type Rect, type Size } from '@espalier/layout'
import type { MapScene } from './map-scene.ts'

/** The nodes React renders, in this order. */
export interface RenderedNodes {
  readonly ids: readonly NodeId[]
  /**
   * The distance the viewport followed a changed layout, in world coordinates. Null: boxes are placed without
   * animation.
   */
  readonly drift: Point | null
  /** The part of the plan that is drawn; null: nothing yet. */
  readonly area: DrawnArea | null
}

/** The margin drawn beyond the view, in screen pixels. Zoomed out, there are too many nodes for more. */
const marginPx = { near: 320, far: 160 } as const
/** Below this zoom boxes are simplified: their buttons could not be hit and their text not be read. */
const farZoom = 0.5
/** The number of further nodes drawn per frame outside the view. */
const batchSizes = { near: 40, far: 120 } as const

export const isFarOut = (zoom: number): boolean => zoom < farZoom

/**
 * Decides which nodes are in the document: visible ones at once, those around them a few per frame, before they are
 * needed.
 */
export class DrawnNodes {
  readonly #scene: MapScene
  #area: DrawnArea | null = null
  /** Maps an id to whether it is simplified. */
  #drawn = new Map<NodeId, boolean>()
  #waiting: NodeId[] = []

  constructor(scene: MapScene) {
    this.#scene = scene
  }

  get area(): DrawnArea | null {
    return this.#area
  }

  get ids(): readonly NodeId[] {
    return [...this.#drawn.keys()]
  }

  get isComplete(): boolean {
    return this.#waiting.length === 0
  }

  isDrawn(id: NodeId): boolean {
    return this.#drawn.has(id)
  }

  isSimplified(id: NodeId): boolean {
    return this.#drawn.get(id) === true
  }

  covers(viewport: Viewport, size: Size): boolean {
    return !needsRedraw(this.#area, viewport, size)
  }

  /** Pinned nodes stay in the document everywhere, because a focused one would lose the focus. */
  cover(viewport: Viewport, size: Size, pinned: readonly NodeId[]): void {
    const isFar = isFarOut(viewport.zoom)
    const area = worldInView(viewport, size, isFar ? marginPx.far : marginPx.near)
    const view = worldInView(viewport, size)
    const { diagram, boxIndex } = this.#scene
    const next = new Map<NodeId, boolean>()
    this.#waiting = []
    for (const slot of boxIndex.query(area)) {
      const id = diagram.idAt(slot)
      if (id === undefined) continue
      const known = this.#drawn.get(id)
      if (known !== undefined || isTouching(getSlotRect(diagram.boxes, slot), view)) next.set(id, known ?? isFar)
      else this.#waiting.push(id)
    }
    for (const id of pinned) if (this.#scene.isShown(id) && !next.has(id)) next.set(id, this.#drawn.get(id) ?? isFar)
    this.#drawn = next
    this.#area = { area, zoom: viewport.zoom }
  }

  /** Draws some waiting nodes; returns false if there are none. */
  advance(zoom: number): boolean {
    const isFar = isFarOut(zoom)
    const some = this.#waiting.splice(0, isFar ? batchSizes.far : batchSizes.near)
    for (const id of some) if (this.#scene.isShown(id)) this.#drawn.set(id, isFar)
    return some.length > 0
  }

  /** Once the zoom settles, nodes drawn for another zoom are redrawn, a few per frame. */
  refine(zoom: number): void {
    const isFar = isFarOut(zoom)
    const known = new Set(this.#waiting)
    for (const [id, isLight] of this.#drawn) if (isLight !== isFar && !known.has(id)) this.#waiting.push(id)
  }
}

const isTouching = (box: Rect, area: Rect): boolean =>
  box.left <= area.left + area.width &&
  box.left + box.width >= area.left &&
  box.top <= area.top + area.height &&
  box.top + box.height >= area.top
