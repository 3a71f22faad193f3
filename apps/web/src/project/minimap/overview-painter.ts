import { computeBounds } from '@espalier/layout'
import type { MapRenderer } from '../map/rendering/map-renderer.ts'
import { readLinkColors } from '../map/rendering/link-painter.ts'
import { branchColorNames } from '../map/theme/node-colors.ts'
import { fitOverview, type OverviewScale } from './overview-geometry.ts'
import { paintBoxes, type PixelColors, toPixel } from './paint-overview.ts'

/** The picture in pixels of the page. */
export const overviewSize = { width: 208, height: 144 } as const
/** Painting may take this much of a frame. */
const budgetMs = 4

/** Paints the whole plan onto a canvas whenever its layout changes, and tells its scale. */
export class OverviewPainter {
  /** Null: there are no nodes. */
  scale: OverviewScale | null = null
  readonly #renderer: MapRenderer
  readonly #canvas: HTMLCanvasElement
  readonly #onScaled: () => void
  #frame = 0
  #work: Iterator<void> | null = null

  constructor(renderer: MapRenderer, canvas: HTMLCanvasElement, onScaled: () => void) {
    this.#renderer = renderer
    this.#canvas = canvas
    this.#onScaled = onScaled
  }

  /** Starts over with the next frame. */
  paintSoon(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#start())
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  #start(): void {
    const { diagram } = this.#renderer.scene
    const bounds = computeBounds(diagram.boxes)
    this.scale = bounds === null ? null : fitOverview(bounds, overviewSize)
    this.#onScaled()
    const density = Math.min(2, window.devicePixelRatio || 1)
    this.#canvas.width = overviewSize.width * density
    this.#canvas.height = overviewSize.height * density
    const context = typeof CanvasRenderingContext2D === 'undefined' ? null : this.#canvas.getContext('2d')
    if (context === null || this.scale === null) return
    this.#work = this.#paint(context, { ...this.scale, scale: this.scale.scale * density })
    this.#continue()
  }

  *#paint(context: CanvasRenderingContext2D, scale: OverviewScale): Generator<void> {
    const { width, height } = this.#canvas
    const { diagram, branchColors } = this.#renderer.scene
    const colors = this.#readColors(context)
    const image = context.createImageData(width, height)
    const pixels = new Uint32Array(image.data.buffer)
    const getColor = (slot: number) => branchColors.getStyle(diagram.idAt(slot) ?? '').color
    const startedAt = { ms: performance.now() }
    const hasTime = () => performance.now() - startedAt.ms < budgetMs
    for (const pause of paintBoxes(
      pixels,
      { width, height },
      { boxes: diagram.boxes, getColor },
      scale,
      colors,
      hasTime,
    )) {
      yield pause
      startedAt.ms = performance.now()
    }
    context.putImageData(image, 0, 0)
  }

  #continue(): void {
    if (this.#work?.next().done === false) this.#frame = requestAnimationFrame(() => this.#continue())
  }

  #readColors(context: CanvasRenderingContext2D): PixelColors {
    const css = readLinkColors(this.#renderer.surface?.root ?? this.#canvas)
    return Object.fromEntries(branchColorNames.map((name) => [name, toPixel(context, css[name])])) as PixelColors
  }
}
