import { anchorsOf, type Boxes, type DiagramLinks, type Direction, type Rect, rectIn } from '@espalier/layout'
import { type RectColumns, RectGrid } from './rect-grid.ts'

/** Which links lie near: those whose curve, from anchor to anchor by way of its bends, is within a rect that touches the area. */
export class LinkIndex {
  #links: DiagramLinks
  #boxes: Boxes
  #direction: Direction
  #rects: RectColumns = columnsFor(0)
  #linksOf: LinksBySlot | null = null
  readonly #grid = new RectGrid()

  constructor(links: DiagramLinks, boxes: Boxes, direction: Direction) {
    this.#links = links
    this.#boxes = boxes
    this.#direction = direction
    this.replace(links, boxes, direction)
  }

  replace(links: DiagramLinks, boxes: Boxes, direction: Direction): void {
    const count = links.sources.length
    this.#links = links
    this.#boxes = boxes
    this.#direction = direction
    this.#linksOf = null
    this.#rects = columnsFor(count)
    for (let link = 0; link < count; link += 1) this.#measure(link)
    this.#grid.replace(this.#rects, count)
  }

  /** These boxes have moved; the links between them are the same. Where `Diagram.links` answers other links, replace them. */
  update(slots: ArrayLike<number>): void {
    if (slots.length > this.#boxes.slotCount / 2) return this.replace(this.#links, this.#boxes, this.#direction)
    const { starts, links } = (this.#linksOf ??= linksBySlot(this.#links, this.#boxes.slotCount))
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as number
      const end = starts[slot + 1] ?? 0
      for (let at = starts[slot] ?? end; at < end; at += 1) {
        const link = links[at] as number
        this.#measure(link)
        this.#grid.update(this.#rects, link)
      }
    }
  }

  /** The numbers of the links near the area, in no particular order. */
  query(area: Rect): number[] {
    return this.#grid.query(this.#rects, area)
  }

  #measure(link: number): void {
    const { sources, targets, bendStarts, bendX, bendY } = this.#links
    const parent = rectIn(this.#boxes, sources[link] as number)
    const child = rectIn(this.#boxes, targets[link] as number)
    const { from, to } = anchorsOf(this.#direction, parent, child)
    let west = Math.min(from.x, to.x)
    let east = Math.max(from.x, to.x)
    let north = Math.min(from.y, to.y)
    let south = Math.max(from.y, to.y)
    const end = bendStarts[link + 1] as number
    for (let bend = bendStarts[link] as number; bend < end; bend += 1) {
      west = Math.min(west, bendX[bend] as number)
      east = Math.max(east, bendX[bend] as number)
      north = Math.min(north, bendY[bend] as number)
      south = Math.max(south, bendY[bend] as number)
    }
    // A link of a box that lies nowhere is nowhere, not everywhere.
    this.#rects.left[link] = east < Infinity && south < Infinity ? west : Infinity
    this.#rects.top[link] = north
    this.#rects.width[link] = east - west
    this.#rects.height[link] = south - north
  }
}

interface LinksBySlot {
  /** The links of slot `i` stand from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Int32Array
  readonly links: Int32Array
}

function linksBySlot({ sources, targets }: DiagramLinks, slotCount: number): LinksBySlot {
  const starts = new Int32Array(slotCount + 2)
  const ends = [sources, targets]
  for (const slots of ends) for (const slot of slots) starts[slot + 2] = (starts[slot + 2] as number) + 1
  for (let slot = 1; slot < starts.length; slot += 1) {
    starts[slot] = (starts[slot] as number) + (starts[slot - 1] as number)
  }
  const links = new Int32Array(sources.length * 2)
  for (const slots of ends) {
    slots.forEach((slot, link) => {
      const at = starts[slot + 1] as number
      links[at] = link
      starts[slot + 1] = at + 1
    })
  }
  return { starts, links }
}

const columnsFor = (count: number): RectColumns => ({
  left: new Float64Array(count),
  top: new Float64Array(count),
  width: new Float64Array(count),
  height: new Float64Array(count),
})
