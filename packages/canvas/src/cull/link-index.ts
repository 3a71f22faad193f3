import type { Boxes, DiagramLinks, Direction, Rect } from '@espalier/layout'
import { createRectColumns, measureLinks } from './link-rects.ts'
import { type RectColumns, RectGrid } from './rect-grid.ts'

/** Which links lie near: those whose curve, from edge to edge by way of its bends, is within a rect that touches the area. */
export class LinkIndex {
  #links: DiagramLinks
  #boxes: Boxes
  #direction: Direction
  #rects: RectColumns = createRectColumns(0)
  readonly #grid = new RectGrid()

  constructor(links: DiagramLinks, boxes: Boxes, direction: Direction) {
    this.#links = links
    this.#boxes = boxes
    this.#direction = direction
    this.replace(links, boxes, direction)
  }

  replace(links: DiagramLinks, boxes: Boxes, direction: Direction): void {
    const count = links.sources.length
    const rects = createRectColumns(count)
    measureLinks(rects, links, boxes, direction, 0, count)
    this.#links = links
    this.#boxes = boxes
    this.#direction = direction
    this.#rects = rects
    this.#grid.replace(rects, count)
  }

  /** These boxes have moved. Give what `Diagram.links` answers now: a layered layout bends its links anew with every change. */
  update(slots: ArrayLike<number>, links: DiagramLinks = this.#links): void {
    if (links !== this.#links || slots.length > this.#boxes.slotCount / 2) {
      return this.replace(links, this.#boxes, this.#direction)
    }
    const hasMoved = new Uint8Array(this.#boxes.slotCount)
    for (let index = 0; index < slots.length; index += 1) hasMoved[slots[index] as number] = 1
    const { sources, targets } = this.#links
    for (let link = 0; link < sources.length; link += 1) {
      if (hasMoved[sources[link] as number] === 0 && hasMoved[targets[link] as number] === 0) continue
      measureLinks(this.#rects, this.#links, this.#boxes, this.#direction, link, link + 1)
      this.#grid.update(this.#rects, link)
    }
  }

  /** The numbers of the links near the area, in no particular order. */
  query(area: Rect): number[] {
    return this.#grid.query(this.#rects, area)
  }
}
