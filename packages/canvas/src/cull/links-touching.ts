import type { Boxes, DiagramLinks, Direction, Rect } from '@espalier/layout'
import { createRectColumns, measureLinks } from './link-rects.ts'

/** The links near an area, as `LinkIndex` finds them, by a look at each. For one question: an index answers more of them sooner. */
export function findLinksTouching(links: DiagramLinks, boxes: Boxes, direction: Direction, area: Rect): number[] {
  const count = links.sources.length
  const rects = createRectColumns(count)
  measureLinks(rects, links, boxes, direction, 0, count)
  const { left, top, width, height } = rects
  const [east, south] = [area.left + area.width, area.top + area.height]
  const touching: number[] = []
  for (let link = 0; link < count; link += 1) {
    const [west, north] = [left[link] as number, top[link] as number]
    if (west > east || north > south) continue
    if (west + (width[link] as number) >= area.left && north + (height[link] as number) >= area.top) touching.push(link)
  }
  return touching
}
