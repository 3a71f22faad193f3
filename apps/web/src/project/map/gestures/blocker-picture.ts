import { computeArrow } from '@espalier/canvas/arrow'
import type { Point, Rect } from '@espalier/layout'
import type { MapSurface } from '../rendering/map-surface.ts'
import { boxPath } from './gesture-overlay.ts'
import styles from './blocker-picture.module.css'

const svgNamespace = 'http://www.w3.org/2000/svg'
/** In pixels of the screen. */
const head = { length: 12, halfWidth: 5 }

/** Draws the arrow from a blocker to the pointer or to the node under it, and says why a node is refused. */
export class BlockerPicture {
  readonly #svg = document.createElementNS(svgNamespace, 'svg')
  readonly #line = document.createElementNS(svgNamespace, 'path')
  readonly #box = document.createElementNS(svgNamespace, 'path')
  readonly #reason = document.createElement('div')

  constructor({ layer, root }: MapSurface) {
    this.#svg.setAttribute('class', styles['picture'] ?? '')
    this.#svg.setAttribute('aria-hidden', 'true')
    this.#svg.dataset['blockerDrag'] = ''
    this.#line.setAttribute('class', styles['line'] ?? '')
    this.#box.setAttribute('class', styles['box'] ?? '')
    this.#svg.append(this.#box, this.#line)
    this.#reason.className = styles['reason'] ?? ''
    this.#reason.setAttribute('aria-hidden', 'true')
    layer.append(this.#svg)
    root.append(this.#reason)
  }

  /** The boxes and the end are in coordinates of the layout, the pointer in those of the canvas. */
  draw(
    from: Rect,
    to: { readonly rect: Rect | null; readonly end: Point },
    { pointer, zoom, reason }: { readonly pointer: Point; readonly zoom: number; readonly reason: string | null },
  ): void {
    const arrow = computeArrow(from, to.rect ?? { left: to.end.x, top: to.end.y, width: 0, height: 0 })
    const { start, control, end } = arrow
    const length = Math.hypot(end.x - control.x, end.y - control.y) || 1
    const along = { x: (end.x - control.x) / length, y: (end.y - control.y) / length }
    const back = { x: end.x - (along.x * head.length) / zoom, y: end.y - (along.y * head.length) / zoom }
    const side = { x: (along.y * head.halfWidth) / zoom, y: (along.x * head.halfWidth) / zoom }
    this.#svg.style.setProperty('--zoom', String(zoom))
    this.#svg.dataset['state'] = reason !== null ? 'refused' : to.rect !== null ? 'fine' : 'open'
    this.#line.setAttribute(
      'd',
      `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}` +
        `M${back.x - side.x} ${back.y + side.y}L${end.x} ${end.y}L${back.x + side.x} ${back.y - side.y}`,
    )
    this.#box.setAttribute('d', to.rect === null ? '' : boxPath(to.rect))
    this.#reason.hidden = reason === null
    this.#reason.textContent = reason ?? ''
    this.#reason.style.transform = `translate(${pointer.x + 14}px, ${pointer.y + 14}px)`
  }

  remove(): void {
    this.#svg.remove()
    this.#reason.remove()
  }
}
