import type { DropIndicator } from '@espalier/canvas/gestures'
import type { Point, Rect } from '@espalier/layout'
import styles from './gesture-overlay.module.css'

const svgNamespace = 'http://www.w3.org/2000/svg'
type OverlayPart = 'ghost' | 'mark' | 'line' | 'frame'

/**
 * Draws gestures over the nodes: one element in their layer, present only while there is something to see. Everything
 * is in world coordinates, so that it moves with the canvas; line widths are the same at every zoom.
 */
export class GestureOverlay {
  readonly #layer: HTMLElement
  readonly #picture = document.createElementNS(svgNamespace, 'svg')
  readonly #parts = new Map<OverlayPart, SVGPathElement>()

  constructor(layer: HTMLElement) {
    this.#layer = layer
    this.#picture.setAttribute('class', styles['overlay'] ?? '')
    this.#picture.setAttribute('aria-hidden', 'true')
    this.#picture.dataset['overlay'] = ''
  }

  /** Must be set before anything is drawn. */
  set zoom(zoom: number) {
    this.#picture.style.setProperty('--zoom', String(zoom))
  }

  /** Draws the dragged outlines, moved by this offset. */
  ghost(shape: string, offset: Point): void {
    this.#draw('ghost', shape).setAttribute('transform', `translate(${offset.x} ${offset.y})`)
  }

  /** Draws where a drop would land; null: nowhere. */
  mark(indicator: DropIndicator | null): void {
    this.#draw('mark', indicator === null ? '' : indicatorPath(indicator)).dataset['kind'] = indicator?.kind ?? 'none'
  }

  line(from: Point, to: Point): void {
    this.#draw('line', linePath(from, to))
  }

  frame(rect: Rect): void {
    this.#draw('frame', boxPath(rect))
  }

  clear(): void {
    this.#picture.remove()
    this.#picture.replaceChildren()
    this.#parts.clear()
  }

  #draw(part: OverlayPart, shape: string): SVGPathElement {
    const path = this.#parts.get(part) ?? this.#add(part)
    if (path.getAttribute('d') !== shape) path.setAttribute('d', shape)
    return path
  }

  #add(part: OverlayPart): SVGPathElement {
    const path = document.createElementNS(svgNamespace, 'path')
    path.setAttribute('class', styles[part] ?? '')
    path.dataset['part'] = part
    this.#parts.set(part, path)
    this.#picture.append(path)
    if (!this.#picture.isConnected) this.#layer.append(this.#picture)
    return path
  }
}

export const boxPath = ({ left, top, width, height }: Rect): string => `M${left} ${top}h${width}v${height}h${-width}z`
const linePath = (from: Point, to: Point): string => `M${from.x} ${from.y}L${to.x} ${to.y}`

const indicatorPath = (indicator: DropIndicator): string =>
  indicator.kind === 'box' ? boxPath(indicator.rect) : linePath(indicator.from, indicator.to)
