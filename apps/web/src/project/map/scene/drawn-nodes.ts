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
/** How much of a box is drawn: all of it, all but its chips while the view moves fast, or only a part of its title. */
type Detail = 'whole' | 'sketched' | 'simplified'

/** From this distance in one frame on, a move is fast. */
const fastPx = 24

/** The number of further nodes drawn per frame outside the view. */
const batchSizes = { whole: 20, sketched: 40, simplified: 120 } as const

const chooseDetail = (zoom: number, isFast: boolean): Detail =>
  isFarOut(zoom) ? 'simplified' : isFast ? 'sketched' : 'whole'

export const isFarOut = (zoom: number): boolean => zoom < farZoom

/**
 * Decides which nodes are in the document: visible ones at once, those around them a few per frame, before they are
 * needed.
 */
export class DrawnNodes {
  readonly #scene: MapScene
  #area: DrawnArea | null = null
  #drawn = new Map<NodeId, Detail>()
  #waiting: NodeId[] = []
  #isFast = false
  #lastFrame: Viewport | null = null

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
    return this.#drawn.get(id) === 'simplified'
  }

  /** Its chips follow when the view rests: in a fast move nobody reads them, and they would make its frames late. */
  isSketched(id: NodeId): boolean {
    return this.#drawn.get(id) === 'sketched'
  }

  covers(viewport: Viewport, size: Size): boolean {
    return !needsRedraw(this.#area, viewport, size)
  }

  /** Is called with every frame. A fast move lasts until the view rests. */
  noticeSpeed(viewport: Viewport): void {
    const { x, y } = this.#lastFrame ?? viewport
    this.#lastFrame = viewport
    if (Math.hypot(viewport.x - x, viewport.y - y) >= fastPx) this.#isFast = true
  }

  /** Is called when the view rests after a move or a jump; returns true if nodes are to be redrawn. */
  rest(viewport: Viewport): boolean {
    // A jump rests at once, before its frame.
    this.#lastFrame = viewport
    if (!this.#isFast) return false
    this.#isFast = false
    this.refine(viewport.zoom)
    return true
  }

  /** Pinned nodes stay in the document everywhere, because a focused one would lose the focus. */
  cover(viewport: Viewport, size: Size, pinned: readonly NodeId[]): void {
    const detail = chooseDetail(viewport.zoom, this.#isFast)
    const area = worldInView(viewport, size, detail === 'simplified' ? marginPx.far : marginPx.near)
    const view = worldInView(viewport, size)
    const { diagram, boxIndex } = this.#scene
    const next = new Map<NodeId, Detail>()
    this.#waiting = []
    for (const slot of boxIndex.query(area)) {
      const id = diagram.idAt(slot)
      if (id === undefined) continue
      const known = this.#drawn.get(id)
      if (known !== undefined || isTouching(getSlotRect(diagram.boxes, slot), view)) next.set(id, known ?? detail)
      else this.#waiting.push(id)
    }
    for (const id of pinned) if (this.#scene.isShown(id) && !next.has(id)) next.set(id, this.#drawn.get(id) ?? detail)
    this.#drawn = next
    this.#area = { area, zoom: viewport.zoom }
  }

  /** Draws some waiting nodes; returns false if there are none. */
  advance(zoom: number): boolean {
    const detail = chooseDetail(zoom, this.#isFast)
    const some = this.#waiting.splice(0, batchSizes[detail])
    for (const id of some) if (this.#scene.isShown(id)) this.#drawn.set(id, detail)
    return some.length > 0
  }

  /** Once the view rests, nodes drawn with more or less detail than it needs are redrawn, a few per frame. */
  refine(zoom: number): void {
    const needed = chooseDetail(zoom, false)
    const known = new Set(this.#waiting)
    for (const [id, detail] of this.#drawn) if (detail !== needed && !known.has(id)) this.#waiting.push(id)
  }
}

const isTouching = (box: Rect, area: Rect): boolean =>
  box.left <= area.left + area.width &&
  box.left + box.width >= area.left &&
  box.top <= area.top + area.height &&
  box.top + box.height >= area.top
